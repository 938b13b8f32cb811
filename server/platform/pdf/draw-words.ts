import type { Paper } from "pdfkit";
import { fontAt, coverageOf, type Weight } from "./pdf-fonts.ts";
import { directionOf, piecesOf, setLines, widthOf } from "./pieces.rules.ts";
import { encodeQR } from "qr";
import type { Box } from "./label-paper.rules.ts";

// in multiples of the font size
export const lineHeight = 1.16;
const ascent = 0.85; // from the top of a line to its baseline

type Setting = {
  /** Points from the top left corner of the page. */
  box: { x: number; y: number; width: number; height: number };
  weight: Weight;
  size: number;
  isCentered: boolean;
  /** Shrinks the font until the text fits on one line. */
  isOneLine?: boolean;
};

type Face = Pick<Setting, "weight" | "size">;

function selectFont(paper: Paper, weight: Weight, at: number): Paper {
  const { name, source } = fontAt(weight, at);
  return paper.registerFont(name, source).font(name);
}

/** Returns a function that measures words, with a cache because lines are measured once for every word. */
function measurer(paper: Paper, { weight, size }: Face) {
  const widths = new Map<string, number>();
  return (words: string, font: number): number => {
    const width = widths.get(`${font} ${words}`) ?? selectFont(paper, weight, font).fontSize(size).widthOfString(words);
    widths.set(`${font} ${words}`, width);
    return width;
  };
}

export function countLines(paper: Paper, text: string, { width, ...face }: Face & { width: number }): number {
  const { pieces } = piecesOf(text, coverageOf(face.weight));
  return setLines(pieces, { width, lines: Number.POSITIVE_INFINITY, widthOf: measurer(paper, face) }).length;
}

export function wordsWidth(paper: Paper, text: string, face: Face): number {
  return widthOf(piecesOf(text, coverageOf(face.weight)).pieces, { widthOf: measurer(paper, face) });
}

export function drawWords(paper: Paper, text: string, { box, weight, size, isCentered, isOneLine }: Setting): number {
  const { pieces } = piecesOf(text, coverageOf(weight));
  const room = { width: box.width, widthOf: measurer(paper, { weight, size }) };
  const fittingSize = isOneLine ? Math.min(size, (size * box.width * 0.98) / widthOf(pieces, room)) : size;
  const lines = isOneLine ? 1 : Math.floor((box.height + 0.1) / (size * lineHeight));
  if (lines < 1) return fittingSize;
  const scale = fittingSize / size;
  const set = setLines(pieces, { ...room, width: box.width / scale, lines });
  const isRightToLeft = directionOf(pieces) === "right";
  for (const [at, line] of set.entries()) {
    const slack = box.width - widthOf(line, room) * scale;
    let x = box.x + (isCentered ? slack / 2 : isRightToLeft ? slack : 0);
    const y = box.y + (at * lineHeight + ascent) * fittingSize;
    for (const [index, { text: words, font, spaced }] of line.entries()) {
      const segment = spaced && index > 0 ? ` ${words}` : words;
      selectFont(paper, weight, font)
        .fontSize(fittingSize)
        .text(segment, x, y, { lineBreak: false, baseline: "alphabetic" });
      x += room.widthOf(segment, font) * scale;
    }
  }
  return fittingSize;
}

const quietZone = 4; // modules, as the standard requires

/** Draws a QR code as one path of merged rectangles, sharp at every size. */
export function drawCode(paper: Paper, text: string, { x, y, width }: Box): void {
  const rows = encodeQR(text, "raw", { ecc: "high", border: quietZone });
  const path = rows.flatMap((modules, row) =>
    darkRuns(modules).map(({ from, to }) => `${from} ${row} ${to - from} 1 re`),
  );
  paper
    .save()
    .translate(x, y)
    .scale(width / rows.length)
    .fillColor("#000")
    // raw operators, because hundreds of pdfkit calls take longer than computing the code
    .addContent(`${path.join(" ")} f`)
    .restore();
}

function darkRuns(modules: readonly boolean[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = modules.indexOf(true); from >= 0;) {
    const light = modules.indexOf(false, from);
    const to = light < 0 ? modules.length : light;
    runs.push({ from, to });
    from = modules.indexOf(true, to);
  }
  return runs;
}
