import type { Copy } from "#contract/catalog.ts";

/** A copy as it is called, written and printed: "#B12345 copy 2". */
export function copyName({ skuNumber, copyNumber }: Pick<Copy, "skuNumber" | "copyNumber">): string {
  return `#${skuNumber} copy ${copyNumber}`;
}
