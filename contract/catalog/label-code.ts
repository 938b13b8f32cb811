import { largest } from "./codes.ts";
import * as z from "zod/mini";
import { whole } from "../wire/text.ts";

const label = z.object({ inventoryItemId: whole(1, largest.integer), skuNumber: z.string() });
export type Label = z.output<typeof label>;

/** Encodes a copy's QR code as ASCII, because scanners only guess the encoding of other characters. */
export function writeLabel({ inventoryItemId, skuNumber }: Label): string {
  return JSON.stringify({ inventoryItemId, skuNumber }).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Parses the text of a QR code. Returns undefined for a code that isn't ours. */
export function readLabel(text: string): Label | undefined {
  try {
    const read = label.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    // not JSON, so not our code
    return undefined;
  }
}
