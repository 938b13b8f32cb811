import { largest } from "#contract/catalog/codes.ts";
import * as z from "zod/mini";
import { whole } from "#contract/wire/text.ts";

const slip = z.object({ orderId: whole(1, largest.integer) });

export function writeSlip(orderId: number): string {
  return JSON.stringify({ orderId });
}

/** Returns the order number on a scanned slip, or undefined for any other text. */
export function readSlip(text: string): number | undefined {
  try {
    const read = slip.safeParse(JSON.parse(text));
    return read.success ? read.data.orderId : undefined;
  } catch {
    // not JSON, so not our code
    return undefined;
  }
}
