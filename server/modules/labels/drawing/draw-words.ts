import type { Paper } from "./paper.ts";
import { fontAt, shownBy, type Weight } from "./label-fonts.ts";
import { piecesOf } from "./label-words.rules.ts";
import { directionOf, setLines, widthOf } from "./set-lines.rules.ts";
import type { Box } from "./sheet-layout.rules.ts";

/** Line height in multiples of the font size. */
export const lineHeight = 1.16;
const ascent = 0.85; // in multiples of the font size, from the top of a line to its baseline

type Setting = {
  box: Box;
  weight: Weight;
  size: number;
  isCentred: boolean;
  /** Shrinks the font until the words fit on one line. */
  isOneLine?: boolean;
};

/** Draws words into a box, as many lines as fit, and returns the font size. */
export function drawWords(paper: Paper, text: string, { box, weight, size, isCentred, isOneLine }: Setting): number {
  const { pieces } = piecesOf(text, shownBy(weight));
  const choose = (font: number) => {
    const { name, source } = fontAt(weight, font);
    return paper.registerFont(name, source).font(name);
  };
  // a line is measured again for every word tried in it
  const known = new Map<string, number>();
  const measure = (words: string, font: number): number => {
    const width = known.get(`${font} ${words}`) ?? choose(font).fontSize(size).widthOfString(words);
    known.set(`${font} ${words}`, width);
    return width;
  };
  const room = { width: box.width, widthOf: measure };
  const fitting = isOneLine ? Math.min(size, (size * box.width * 0.98) / widthOf(pieces, room)) : size;
  const lines = isOneLine ? 1 : Math.floor((box.height + 0.1) / (size * lineHeight));
  if (lines < 1) return fitting;
  const scale = fitting / size;
  const set = setLines(pieces, { ...room, width: box.width / scale, lines });
  const isFromTheRight = directionOf(pieces) === "right";
  for (const [at, line] of set.entries()) {
    const left = box.width - widthOf(line, room) * scale;
    let x = box.x + (isCentred ? left / 2 : isFromTheRight ? left : 0);
    const y = box.y + (at * lineHeight + ascent) * fitting;
    for (const [place, { text: words, font, spaced }] of line.entries()) {
      const shown = spaced && place > 0 ? ` ${words}` : words;
      choose(font).fontSize(fitting).text(shown, x, y, { lineBreak: false, baseline: "alphabetic" });
      x += room.widthOf(shown, font) * scale;
    }
  }
  return fitting;
}
