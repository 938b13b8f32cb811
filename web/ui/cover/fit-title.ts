/** Widths of the heading font's letters from the space to "~", in fiftieths of an em from "0" on; a test measures them. */
export const letterWidths =
  ";ADROXW:CCPM?E?ISHPMQNPKPP??KMKL_VUTYRPW\\EKYP_WXTXWOTVUfUSQBICHI=MOKPKENQAAPAaQOPOIIDPM[MMIE?EP";

/** Parts of a line: words, up to a hyphen or dash in them; signs of a script without spaces. */
const unbroken = /[^\s\u200b–—\u2e80-\uffef-]*[–—\u2e80-\uffef-]|[^\s\u200b–—\u2e80-\uffef-]+/g;

const smallest = 6;
const leading = 1.12;

/**
 * The largest size for a title in a box of this width and height at which every line ends at a word's end. Undefined
 * if it cannot be read that small. All in hundredths of the cover's width.
 */
export function fitTitle(title: string, width: number, height: number, largest: number): number | undefined {
  const words = (title.match(unbroken) ?? []).map(widthOf);
  for (let tenths = largest * 10; tenths >= smallest * 10; tenths -= 4) {
    const size = tenths / 10;
    if (linesOf(words, width / size) * size * leading <= height) return size;
  }
  return undefined;
}

/** A little more than the truth, in em: accents take no room, and letters that the font lacks take much. */
function widthOf(word: string): number {
  let width = 0;
  for (const letter of word.normalize("NFD")) {
    const code = letter.charCodeAt(0);
    if (code > 11_903) width += 1.05;
    else if (code < 768 || code > 879) width += (letterWidths.charCodeAt(code - 32) - 48) / 50 - 0.012 || 0.9;
  }
  return width;
}

/** How many lines the words take; endlessly many if a word is wider than a line. */
function linesOf(words: readonly number[], line: number): number {
  const space = 0.22;
  let lines = 1;
  let used = 0;
  for (const width of words) {
    if (width > line) return Infinity;
    const together = used + width + (used && space);
    if (together > line) lines += 1;
    used = together > line ? width : together;
  }
  return lines;
}
