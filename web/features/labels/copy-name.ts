/** A copy as its label calls it. */
export function copyName({ skuNumber, copyNumber }: { skuNumber: string; copyNumber: number }): string {
  return `#${skuNumber} copy ${copyNumber}`;
}
