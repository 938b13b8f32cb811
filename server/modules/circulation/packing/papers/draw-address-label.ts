import type { Paper } from "pdfkit";
import type { AddressLabel } from "#contract/desk/parcel/addresses.ts";
import { countLines, drawWords, lineHeight } from "#server/platform/pdf/draw-words.ts";
import type { Box } from "#server/platform/pdf/label-paper.rules.ts";

const padding = { x: 11, y: 5 }; // points, for an inexact printer
const fromSize = 6.5;
const sizes = [12, 11, 10, 9, 8, 7, 6];

/** Draws an address into the middle of its label, above it in one line the order and who sends it. */
export function drawAddressLabel(paper: Paper, { to, from }: AddressLabel, place: Box): void {
  const width = place.width - 2 * padding.x;
  const room = place.height - 2 * padding.y - fromSize * lineHeight - 3;
  const lines = to.split("\n").filter((line) => line.trim() !== "");
  const linesAt = (size: number) => lines.map((line) => countLines(paper, line, { weight: "regular", size, width }));
  const fits = (size: number) => linesAt(size).reduce((sum, count) => sum + count, 0) * size * lineHeight <= room;
  const size = sizes.find(fits) ?? 6;
  // of an address that is too long every line loses its end, none is left out
  const most = fits(size) ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(room / size / lineHeight / lines.length));
  const heights = linesAt(size).map((count) => Math.min(count, most) * size * lineHeight);
  const height = heights.reduce((sum, each) => sum + each, 0);
  const x = place.x + padding.x;
  let y = place.y + padding.y + Math.max(0, (room - height) / 2);
  const plain = { weight: "regular", isCentred: false } as const;
  paper.fillColor("#000");
  drawWords(paper, from, { box: { x, y, width, height: fromSize * lineHeight }, size: fromSize, ...plain });
  y += fromSize * lineHeight + 3;
  for (const [at, line] of lines.entries()) {
    const own = heights[at] ?? 0;
    drawWords(paper, line, { box: { x, y, width, height: own }, size, ...plain });
    y += own;
  }
}
