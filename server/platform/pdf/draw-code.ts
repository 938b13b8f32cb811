import { encodeQR } from "qr";
import type { Paper } from "pdfkit";
import type { Box } from "./label-paper.rules.ts";

const quietZone = 4; // modules, of the standard

/** A QR code as one path of rectangles that merge adjacent dark modules of a row: sharp at every size. */
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
