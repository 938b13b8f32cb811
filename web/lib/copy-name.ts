/** Returns "#B12345 copy 2". */
export function copyName({ skuNumber, copyNumber }: { skuNumber: string; copyNumber: number }): string {
  return `#${skuNumber} copy ${copyNumber}`;
}
