import * as z from "zod/mini";

const label = z.object({ inventoryItemId: z.int().check(z.positive()), skuNumber: z.string() });
/** What stands in a copy's QR code. */
export type Label = z.output<typeof label>;

/** The text of a copy's QR code. */
export function writeLabel({ inventoryItemId, skuNumber }: Label): string {
  return JSON.stringify({ inventoryItemId, skuNumber });
}

/** Reads the text of a QR code; undefined when it is not one of ours. */
export function readLabel(text: string): Label | undefined {
  try {
    const read = label.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    // not JSON: somebody else's code
    return undefined;
  }
}
