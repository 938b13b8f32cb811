export type Shows = (codePoint: number) => boolean;

/** A piece of text with the first font that covers it, 0 for the standard one; `spaced` when a space precedes it. */
export type Piece = { text: string; font: number; spaced: boolean };

const windows1252 = /^[ -~\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/;

/** The coverage of the standard PDF fonts. */
export const isWindows1252: Shows = (codePoint) => windows1252.test(String.fromCodePoint(codePoint));

// Direction marks, soft hyphens, and the like are invisible; the two joiners shape Persian and stay.
const unseen = /(?![\u200C\u200D])\p{Cf}|[\uFE00-\uFE0F]/gu;

export function wordsOf(text: string): string[] {
  return text
    .normalize("NFC")
    .replace(unseen, "")
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "");
}

const showsAll = (shows: Shows, text: string) => Array.from(text).every((letter) => shows(letter.codePointAt(0) ?? 0));

/**
 * A text in pieces that may break across lines, each in a font that covers it. Prefers one font that covers everything;
 * a word that no font covers is left out rather than garbled, and `isWhole` is false then.
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

/** A word in as few fonts as possible; nothing when no font covers one of its characters. */
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

/** What a reader sees as characters, accents included. */
export function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

// Chinese and Japanese have no spaces: a line may break after every character, but not before closing punctuation.
const betweenIdeographs =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。，！？：；》」』）])(?![、。，！？：；》」』）ー])|(?<![《「『（])(?=[《「『（])/u;

function breakable({ text, font }: Part, spaced: boolean): Piece[] {
  return text.split(betweenIdeographs).map((piece, at) => ({ text: piece, font, spaced: spaced && at === 0 }));
}
