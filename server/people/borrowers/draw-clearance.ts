import { linesBelowName } from "#contract/desk/package.ts";
import type { BorrowerRow } from "#contract/people/borrowers.ts";
import PDFDocument from "pdfkit";
import { drawWords, lineHeight } from "#server/platform/pdf/draw-words.ts";
import type { Weight } from "#server/platform/pdf/pdf-fonts.ts";
import * as z from "zod";
import { dayInWords } from "#server/platform/mail/letter/letter.ts";

export type Letterhead = { siteName: string; postalAddress: string; email: string };
type Borrower = Pick<BorrowerRow, "borrowerName" | "schoolName" | "schoolDistrict">;

const margin = 72; // points, an inch
const width = 612 - 2 * margin;

export type Letter = { borrower: Borrower; today: string; from: Letterhead };

const letter = z.custom<Letter>((value) => value instanceof Object);

/** Draws one Letter page to sign, with fonts that can write any name. Runs in the drawing process. */
export async function run(given: unknown): Promise<Uint8Array> {
  const { borrower, today, from } = letter.parse(given);
  const day = dayInWords(today, "en");
  const paper = new PDFDocument({
    autoFirstPage: false,
    lang: "en-US",
    displayTitle: true,
    info: { Title: `Clearance letter, ${day}` },
  });
  paper.addPage({ size: [612, 792], margin: 0 });
  let y = margin;
  const write = (text: string, { size = 11, weight = "regular", lines = 1, after = 0 }: Style = {}) => {
    const height = lines * size * lineHeight;
    const box = { x: margin, y, width, height };
    paper.fillColor("#000");
    drawWords(paper, text, { box, weight, size, isCentered: false, isOneLine: lines === 1 });
    y += height + after;
  };
  write(from.siteName, { size: 16, weight: "bold", after: 4 });
  const address = linesBelowName(from.siteName, from.postalAddress);
  for (const line of [...address, from.email]) write(line);
  y += 30;
  write(day, { after: 30 });
  write("To whom it may concern", { after: 18 });
  write("Clearance letter", { size: 14, weight: "bold", after: 12 });
  const person = `${borrower.borrowerName} (${borrower.schoolName}, ${borrower.schoolDistrict})`;
  write(
    `We confirm that ${person} has returned or settled everything borrowed from ${from.siteName}, and owes the library nothing as of ${day}.`,
    { lines: 6, after: 40 },
  );
  paper
    .lineWidth(0.6)
    .moveTo(margin, y)
    .lineTo(margin + 230, y)
    .stroke("#000");
  y += 6;
  write(`For ${from.siteName}`);
  paper.end();
  return Buffer.concat(await paper.toArray());
}

type Style = { size?: number; weight?: Weight; lines?: number; after?: number };
