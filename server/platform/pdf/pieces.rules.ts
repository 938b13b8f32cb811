export type Covers = (codePoint: number) => boolean;

/** A piece of text with the first font that covers it, 0 for the standard one; `spaced` when a space precedes it. */
type Piece = { text: string; font: number; spaced: boolean };

const windows1252 = /^[ -~\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/;

export const isWindows1252: Covers = (codePoint) => windows1252.test(String.fromCodePoint(codePoint));

// Direction marks, soft hyphens, and the like. The two joiners stay, because they shape Persian.
const invisible = /(?![\u200C\u200D])\p{Cf}|[\uFE00-\uFE0F]/gu;

export function wordsOf(text: string): string[] {
  return text
    .normalize("NFC")
    .replace(invisible, "")
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "");
}

const coversAll = (covers: Covers, text: string) =>
  Array.from(text).every((letter) => covers(letter.codePointAt(0) ?? 0));

/**
 * Splits a text into pieces that may break across lines, each in a font that covers it, preferably the same one. A word
 * that no font covers is left out, and then `isWhole` is false.
 */
export function piecesOf(text: string, fonts: readonly Covers[]): { pieces: Piece[]; isWhole: boolean } {
  const words = wordsOf(text);
  const common = fonts.findIndex((covers) => coversAll(covers, words.join("")));
  const partsOfWords = words.map((word) => (common >= 0 ? [{ text: word, font: common }] : inFonts(word, fonts)));
  return {
    pieces: partsOfWords.flatMap((parts) => parts.flatMap((part, at) => breakable(part, at === 0))),
    isWhole: partsOfWords.every((parts) => parts.length > 0),
  };
}

type Part = { text: string; font: number };

/** Splits a word into parts in as few fonts as possible; empty if no font covers one of its characters. */
function inFonts(word: string, fonts: readonly Covers[]): Part[] {
  const whole = fonts.findIndex((covers) => coversAll(covers, word));
  if (whole >= 0) return [{ text: word, font: whole }];
  const parts: Part[] = [];
  for (const letter of lettersOf(word)) {
    const font = fonts.findIndex((covers) => coversAll(covers, letter));
    if (font < 0) return [];
    const last = parts.at(-1);
    if (last?.font === font) last.text += letter;
    else parts.push({ text: letter, font });
  }
  return parts;
}

/** Returns the graphemes: characters with their accents. */
function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}

// Chinese and Japanese have no spaces: a line may break after every character, but not before closing punctuation.
const betweenIdeographs =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。，！？：；》」』）])(?![、。，！？：；》」』）ー])|(?<![《「『（])(?=[《「『（])/u;

function breakable({ text, font }: Part, spaced: boolean): Piece[] {
  return text.split(betweenIdeographs).map((piece, at) => ({ text: piece, font, spaced: spaced && at === 0 }));
}

type Room = { width: number; lines: number; widthOf: (text: string, font: number) => number };

const ellipsis: Piece = { text: "…", font: 0, spaced: false };

/** Breaks pieces into lines, left to right as drawn; overflow is cut with an ellipsis. */
export function setLines(pieces: readonly Piece[], room: Room): Piece[][] {
  const isRightToLeft = directionOf(pieces) === "right";
  return brokenLines(pieces, room).map((line) => joined(inVisualOrder(line, isRightToLeft)));
}

function brokenLines(pieces: readonly Piece[], room: Room): Piece[][] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  const waiting = [...pieces];
  for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
    if (widthOf([...line, piece], room) <= room.width) line.push(piece);
    else if (lines.length === room.lines - 1) return [...lines, shortened([...line, piece], room)];
    else if (line.length > 0) {
      lines.push(line);
      line = [];
      waiting.unshift(piece);
    } else {
      // the piece is wider than a line
      const [fits, rest] = cutToFit(piece, room);
      lines.push([fits]);
      waiting.unshift(rest);
    }
  }
  return line.length > 0 && lines.length < room.lines ? [...lines, line] : lines;
}

/** Cuts a line so that it fits with an ellipsis. */
function shortened(line: Piece[], room: Room): Piece[] {
  for (let start = line.slice(0, -1); start.length > 0; start = start.slice(0, -1)) {
    if (widthOf([...start, ellipsis], room) <= room.width) return [...start, ellipsis];
  }
  const [first = ellipsis] = line;
  const narrower = { ...room, width: room.width - room.widthOf(ellipsis.text, ellipsis.font) };
  return [cutToFit(first, narrower)[0], ellipsis];
}

function cutToFit(piece: Piece, room: Room): [Piece, Piece] {
  const letters = lettersOf(piece.text);
  let count = 1;
  while (count < letters.length && room.widthOf(letters.slice(0, count + 1).join(""), piece.font) <= room.width)
    count += 1;
  const rest = { ...piece, text: letters.slice(count).join(""), spaced: false };
  return [{ ...piece, text: letters.slice(0, count).join("") }, rest];
}

export function widthOf(line: readonly Piece[], room: Pick<Room, "widthOf">): number {
  return line.reduce((sum, { text, font, spaced }, at) => {
    return sum + room.widthOf(spaced && at > 0 ? ` ${text}` : text, font);
  }, 0);
}

const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

export function directionOf(pieces: readonly Piece[]): "left" | "right" {
  const [letter = ""] = /\p{L}/u.exec(pieces.map(({ text }) => text).join("")) ?? [];
  return rightToLeft.test(letter) ? "right" : "left";
}

function inVisualOrder(line: readonly Piece[], isRightToLeft: boolean): Piece[] {
  const runs: { isReversed: boolean; pieces: Piece[] }[] = [];
  for (const piece of line) {
    const isReversed = rightToLeft.test(piece.text);
    const last = runs.at(-1);
    if (last?.isReversed === isReversed) last.pieces.push(piece);
    else runs.push({ isReversed, pieces: [piece] });
  }
  const ordered = isRightToLeft ? runs.toReversed() : runs;
  const visual = ordered.flatMap(({ isReversed, pieces }) => (isReversed ? pieces.toReversed() : pieces));
  // a space separates neighbors if the later one in reading order has one before it
  return visual.map((piece, at) => {
    const left = visual[at - 1];
    const later = left && line.indexOf(left) > line.indexOf(piece) ? left : piece;
    return { ...piece, spaced: at > 0 && later.spaced };
  });
}

/** Merges neighbors in one font that run left to right; right-to-left text is shaped word by word. */
function joined(line: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const piece of line) {
    const last = pieces.at(-1);
    if (last && last.font === piece.font && !rightToLeft.test(last.text + piece.text)) {
      last.text += (piece.spaced ? " " : "") + piece.text;
    } else pieces.push({ ...piece });
  }
  return pieces;
}
