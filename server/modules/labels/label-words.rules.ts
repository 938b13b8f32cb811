// What the fonts that every PDF reader has can show: Windows-1252.
const shown = /^[ -~\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** A word with the letters there are: accents that are missing are left away, and a word of other letters is empty. */
function showable(word: string): string {
  const composed = word.normalize("NFC");
  if (shown.test(composed)) return composed;
  const bare = composed
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁđĐıħĦ]/g, (letter) => bareLetters[letter] ?? "");
  return shown.test(bare) ? bare : "";
}

const bareLetters: Record<string, string> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i", ħ: "h", Ħ: "H" };

/** A text as a label can show it. Words in other scripts are left out: nothing is better than garbage. */
export function printable(text: string): string {
  return text
    .split(/\s+/)
    .map(showable)
    .filter((word) => word !== "")
    .join(" ");
}

/** What a copy is called on its label: "#B12345 copy 2"; by its id where the SKU cannot be shown. */
export function labelName(copy: { skuNumber: string; copyNumber: number; copyId: number }): string {
  const sku = printable(copy.skuNumber);
  return sku === copy.skuNumber ? `#${sku} copy ${copy.copyNumber}` : `Id ${copy.copyId}, copy ${copy.copyNumber}`;
}
