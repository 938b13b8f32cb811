import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import PDFDocument from "pdfkit";
import { afterAll, expect, it } from "vitest";
import { wordsOf } from "#server/test/decode-codes.ts";
import { drawWords } from "./draw-words.ts";

const folder = mkdtempSync(path.join(tmpdir(), "words-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the text that another program reads from a PDF. */
async function readBack(text: string): Promise<string> {
  const paper = new PDFDocument({ autoFirstPage: false });
  paper.addPage({ size: [612, 792], margin: 0 });
  const box = { x: 20, y: 20, width: 500, height: 30 };
  drawWords(paper, text, { box, weight: "regular", size: 12, isCentered: false });
  paper.end();
  return (await wordsOf(Buffer.concat(await paper.toArray()), folder)).trim();
}

it("text can be copied from a PDF even after another PDF used its letters as parts of accented ones", async () => {
  for (const text of ["Lụa ộ ị ạ ẹ", "Nguyễn Thị Bình", "Đạt iou"]) expect(await readBack(text)).toBe(text);
});
