import { piecesOf, type Shows, wordsOf } from "#server/platform/pdf/pieces.rules.ts";

type Copy = { sku_number: string; copy_number: number; copy_id: number };

/** The copy's name on its label: "#B12345 copy 2", or its id when the SKU cannot be printed. */
export function labelName({ sku_number: sku, copy_number, copy_id }: Copy, fonts: readonly Shows[]): string {
  const isShown = piecesOf(sku, fonts).isWhole && wordsOf(sku).join(" ") === sku;
  return isShown ? `#${sku} copy ${copy_number}` : `Id ${copy_id}, copy ${copy_number}`;
}
