import { encodeQR } from "qr";
import type { Paper } from "pdfkit";
import { writeLabel } from "#contract/labels.ts";
import { fontAt, shownBy, type Weight } from "./label-fonts.ts";
import { labelName, piecesOf } from "./label-words.rules.ts";
import { directionOf, setLines, widthOf } from "./set-lines.rules.ts";
import type { LabelRow } from "../labels.queries.ts";
import { type Box, partsOf } from "./sheet-layout.rules.ts";

const quietZone = 4; // modules, of the standard
// in multiples of the font size
const lineHeight = 1.16;
const ascent = 0.85; // from the top of a line to its baseline
const nameFonts = shownBy("bold");

/** Draws a copy's label into its place: the code, the copy's name, and its title shortened to fit. */
export function drawLabel(paper: Paper, copy: LabelRow, box: Box): void {
  const { code, words, isCentred } = partsOf(box);
  drawCode(paper, writeLabel({ inventoryItemId: copy.copy_id, skuNumber: copy.sku_number }), code);
  const nameSize = drawWords(paper, labelName(copy, nameFonts), {
    box: words,
    weight: "bold",
    isCentred,
    size: Math.min(14, box.height / 7),
    isOneLine: true,
  });
  const nameHeight = nameSize * lineHeight + 2;
  drawWords(paper, copy.title, {
    box: { ...words, y: words.y + nameHeight, height: words.height - nameHeight },
    weight: "regular",
    isCentred,
    size: Math.max(6.5, nameSize * 0.75),
  });
}

/** A QR code as one path of rectangles that merge adjacent dark modules of a row: sharp at every size. */
function drawCode(paper: Paper, text: string, { x, y, width }: Box): void {
  const rows = encodeQR(text, "raw", { ecc: "high", border: quietZone });
  const path = rows.flatMap((modules, row) =>
    darkRuns(modules).map(({ from, to }) => `${from} ${row} ${to - from} 1 re`),
  );
  paper
    .save()
    .translate(x, y)
    .scale(width / rows.length)
    .fillColor("#000")
    // raw operators: some five hundred pdfkit calls cost more than computing the code
    .addContent(`${path.join(" ")} f`)
    .restore();
}

/** The start and end of each run of dark modules in a row. */
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

type Setting = {
  box: Box;
  weight: Weight;
  size: number;
  isCentred: boolean;
  /** Shrinks the font until the words fit on one line. */
  isOneLine?: boolean;
};

/** Draws words into a box, as many lines as fit, and returns the font size. */
function drawWords(paper: Paper, text: string, { box, weight, size, isCentred, isOneLine }: Setting): number {
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
