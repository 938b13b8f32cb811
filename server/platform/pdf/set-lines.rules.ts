import { lettersOf, type Piece } from "./pieces.rules.ts";

/** The space for lines, and the width of a text in one of the fonts. */
export type Room = { width: number; lines: number; widthOf: (text: string, font: number) => number };

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

/** As many characters of a piece as fit, at least one, and the rest. */
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

/** The base direction of a text, from its first strong character. */
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
