export type Shows = (codePoint: number) => boolean;

/** A piece of text with the first font that covers it, 0 for the standard one; `spaced` when a space precedes it. */
type Piece = { text: string; font: number; spaced: boolean };

const windows1252 = /^[ -~\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/;

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
  const isFromTheRight = directionOf(pieces) === "right";
  return brokenLines(pieces, room).map((line) => joined(asSeen(line, isFromTheRight)));
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
      // wider than a whole line
      const [fits, rest] = cutToFit(piece, room);
      lines.push([fits]);
      waiting.unshift(rest);
    }
  }
  return line.length > 0 && lines.length < room.lines ? [...lines, line] : lines;
}

/** A line that is too wide, cut so that it fits with an ellipsis. */
function shortened(line: Piece[], room: Room): Piece[] {
  for (let kept = line.slice(0, -1); kept.length > 0; kept = kept.slice(0, -1)) {
    if (widthOf([...kept, ellipsis], room) <= room.width) return [...kept, ellipsis];
  }
  const [first = ellipsis] = line;
  const narrower = { ...room, width: room.width - room.widthOf(ellipsis.text, ellipsis.font) };
  return [cutToFit(first, narrower)[0], ellipsis];
}

function cutToFit(piece: Piece, room: Room): [Piece, Piece] {
  const letters = lettersOf(piece.text);
  let most = 1;
  while (most < letters.length && room.widthOf(letters.slice(0, most + 1).join(""), piece.font) <= room.width)
    most += 1;
  const rest = { ...piece, text: letters.slice(most).join(""), spaced: false };
  return [{ ...piece, text: letters.slice(0, most).join("") }, rest];
}

export function widthOf(line: readonly Piece[], room: Pick<Room, "widthOf">): number {
  return line.reduce((sum, { text, font, spaced }, at) => {
    return sum + room.widthOf(spaced && at > 0 ? ` ${text}` : text, font);
  }, 0);
}

const fromTheRight = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

export function directionOf(pieces: readonly Piece[]): "left" | "right" {
  const [letter = ""] = /\p{L}/u.exec(pieces.map(({ text }) => text).join("")) ?? [];
  return fromTheRight.test(letter) ? "right" : "left";
}

/** The pieces of a line in visual order: a run of the other direction keeps its own order. */
function asSeen(line: readonly Piece[], isFromTheRight: boolean): Piece[] {
  const runs: { turned: boolean; pieces: Piece[] }[] = [];
  for (const piece of line) {
    const turned = fromTheRight.test(piece.text);
    const last = runs.at(-1);
    if (last?.turned === turned) last.pieces.push(piece);
    else runs.push({ turned, pieces: [piece] });
  }
  const ordered = isFromTheRight ? runs.toReversed() : runs;
  const seen = ordered.flatMap(({ turned, pieces }) => (turned ? pieces.toReversed() : pieces));
  // neighbors are separated by a space when the one read later starts with one
  return seen.map((piece, at) => {
    const left = seen[at - 1];
    const later = left && line.indexOf(left) > line.indexOf(piece) ? left : piece;
    return { ...piece, spaced: at > 0 && later.spaced };
  });
}

/** Merges neighbors in one font if they run left to right: others are shaped word by word. */
function joined(line: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const piece of line) {
    const last = pieces.at(-1);
    if (last && last.font === piece.font && !fromTheRight.test(last.text + piece.text)) {
      last.text += (piece.spaced ? " " : "") + piece.text;
    } else pieces.push({ ...piece });
  }
  return pieces;
}
