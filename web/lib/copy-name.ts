/** A copy as it is called, written, and printed: "#B12345 copy 2". */
export function copyName({ skuNumber, copyNumber }: { skuNumber: string; copyNumber: number }): string {
  return `#${skuNumber} copy ${copyNumber}`;
}
