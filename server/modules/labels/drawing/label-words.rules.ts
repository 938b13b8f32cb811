/** Whether a font can show a letter. */
export type Shows = (codePoint: number) => boolean;

/** A piece of text in the font that shows it, the first of those there are being 0; `spaced` when a space comes before. */
export type Piece = { text: string; font: number; spaced: boolean };

const windows1252 = /^[ -~\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/;

/** What the fonts that every reader of PDF has can show. */
export const isWindows1252: Shows = (codePoint) => windows1252.test(String.fromCodePoint(codePoint));

// Marks of direction, soft hyphens and the like show nothing; the two joiners shape Persian and stay.
const unseen = /(?![\u200C\u200D])\p{Cf}|[\uFE00-\uFE0F]/gu;

/** The words of a text as they can be compared and measured. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFC")
    .replace(unseen, "")
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "");
}

const showsAll = (shows: Shows, text: string) => Array.from(text).every((letter) => shows(letter.codePointAt(0) ?? 0));

/**
 * A text in pieces that may come on different lines, each in a font that shows it. One font that shows everything is
 * taken for all; a word that no font shows is left out, for nothing is better than garbage, and `isWhole` tells.
 */
export function piecesOf(text: string, fonts: readonly Shows[]): { pieces: Piece[]; isWhole: boolean } {
  const words = wordsOf(text);
  const forAll = fonts.findIndex((shows) => showsAll(shows, words.join("")));
  const found = words.map((word) => (forAll >= 0 ? [{ text: word, font: forAll }] : inFonts(word, fonts)));
  return {
    pieces: found.flatMap((parts) => parts.flatMap((part, at) => breakable(part, at === 0))),
    isWhole: found.every((parts) => parts.length > 0),
  };
}

type Part = { text: string; font: number };

/** A word in as few fonts as can show it; nothing when one of its letters is in none. */
function inFonts(word: string, fonts: readonly Shows[]): Part[] {
  const whole = fonts.findIndex((shows) => showsAll(shows, word));
  if (whole >= 0) return [{ text: word, font: whole }];
  const parts: Part[] = [];
  for (const letter of lettersOf(word)) {
    const font = fonts.findIndex((shows) => showsAll(shows, letter));
    if (font < 0) return [];
    const last = parts.at(-1);
    if (last?.font === font) last.text += letter;
    else parts.push({ text: letter, font });
  }
  return parts;
}

/** What a reader takes for letters, accents on them included. */
export function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

// Chinese and Japanese are written without spaces: a line may end after every letter, but not before what closes.
const betweenIdeographs =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。，！？：；》」』）])(?![、。，！？：；》」』）ー])|(?<![《「『（])(?=[《「『（])/u;

function breakable({ text, font }: Part, spaced: boolean): Piece[] {
  return text.split(betweenIdeographs).map((piece, at) => ({ text: piece, font, spaced: spaced && at === 0 }));
}

/** What a copy is called on its label: "#B12345 copy 2"; by its id where the SKU cannot be shown as it is. */
export function labelName(copy: { skuNumber: string; copyNumber: number; copyId: number }, fonts: readonly Shows[]) {
  const isShown = piecesOf(copy.skuNumber, fonts).isWhole && wordsOf(copy.skuNumber).join(" ") === copy.skuNumber;
  return isShown ? `#${copy.skuNumber} copy ${copy.copyNumber}` : `Id ${copy.copyId}, copy ${copy.copyNumber}`;
}
