import PDFDocument from "pdfkit";
import type { LanguageCode } from "#contract/site/languages.ts";

/** A worksheet for assessing a curriculum: questions in sections, answered with checkboxes. */
export type SampleDocument = {
  language: LanguageCode;
  file: string;
  title: string;
  introduction: string;
  /** The labels above the checkboxes. */
  answers: readonly string[];
  sections: readonly { heading: string; questions: readonly string[] }[];
  /** Lines to write on, with their labels. */
  lines: readonly string[];
};

type Paper = InstanceType<typeof PDFDocument>;

// points, on US Letter
const [pageWidth, pageHeight, margin] = [612, 792, 54];
const width = pageWidth - 2 * margin;
const answerWidth = 52;
const box = 11;

const english = {
  sampleNote: "Sample. Adapt it to your district before you use it. It is no legal advice.",
  sample: "sample",
  page: "page",
  statement: "Statement",
  box: "Box to tick",
  notes: "Notes",
  author: "Health Education Lending Library",
};
const spanish: typeof english = {
  sampleNote: "Ejemplo. Adáptelo a su distrito antes de usarlo. No es asesoría legal.",
  sample: "ejemplo",
  page: "página",
  statement: "Afirmación",
  box: "Casilla para marcar",
  notes: "Notas",
  author: "Biblioteca de Préstamo de Educación para la Salud",
};
const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

/** Generates a sample as a tagged PDF: title, language, headings, tables with named columns; deterministic. */
export async function drawDocument(document: SampleDocument): Promise<Buffer> {
  const words = wordsIn(document.language);
  const paper = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: "1.5",
    tagged: true,
    lang: `${document.language}-US`,
    displayTitle: true,
    compress: false, // so that every zlib produces the same bytes
    info: {
      Title: `${document.title} (${words.sample})`,
      Subject: words.sampleNote,
      Author: words.author,
      CreationDate: new Date("2026-11-21T00:00:00Z"),
    },
  });
  const chunks: Buffer[] = [];
  paper.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => paper.on("end", resolve));
  drawPages(paper, document);
  paper.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawPages(paper: Paper, document: SampleDocument): void {
  const words = wordsIn(document.language);
  let y = 0;
  let page = 0;
  const newPage = () => {
    paper.addPage({ size: [pageWidth, pageHeight], margin: 0 });
    page += 1;
    const number = page;
    asArtifact(paper, "Pagination", () => {
      paper.font("Helvetica").fontSize(9).fillColor("#444");
      paper.text(`${document.title} (${words.sample}), ${words.page} ${number}`, margin, pageHeight - 36, {
        lineBreak: false,
      });
    });
    y = margin;
  };
  const room = (height: number) => {
    if (y + height > pageHeight - margin) newPage();
  };
  const root = paper.struct("Document");
  paper.addStructure(root);
  /** A block of text in the document structure. */
  const write = (tag: string, text: string, { size, bold = false, color = "#111", after = 8 }: Look) => {
    const style = () => paper.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(size);
    style();
    const height = paper.heightOfString(text, { width });
    room(height + (bold ? 60 : 0)); // a heading is never alone at the end of a page
    const top = y;
    root.add(
      paper.struct(tag, () => {
        style().fillColor(color).text(text, margin, top, { width });
      }),
    );
    y += height + after;
  };

  newPage();
  write("P", words.sampleNote, { size: 10, bold: true, color: "#8a1c16", after: 10 });
  write("H1", document.title, { size: 22, bold: true });
  write("P", document.introduction, { size: 11, after: 14 });
  for (const { heading, questions } of document.sections) {
    write("H2", heading, { size: 14, bold: true, after: 4 });
    const table = paper.struct("Table");
    root.add(table);
    const head = row(paper, words, [words.statement, ...document.answers], true);
    table.add(head.draw(y));
    y += head.height;
    for (const question of questions) {
      const line = row(paper, words, [question, ...document.answers], false);
      room(line.height);
      table.add(line.draw(y));
      y += line.height;
    }
    table.end();
    y += 12;
  }
  write("H2", words.notes, { size: 14, bold: true, after: 6 });
  for (const line of document.lines) {
    room(34);
    write("P", `${line}:`, { size: 11, after: 0 });
    const at = y + 2;
    asArtifact(paper, "Layout", () => {
      paper
        .lineWidth(0.6)
        .moveTo(margin, at)
        .lineTo(pageWidth - margin, at)
        .stroke("#555");
    });
    y += 16;
  }
  root.end();
}

type Look = { size: number; bold?: boolean; color?: string; after?: number };

/** A table row: a statement and a checkbox per answer. */
function row(paper: Paper, words: typeof english, [statement = "", ...answers]: readonly string[], isHead: boolean) {
  const statementWidth = width - answers.length * answerWidth - 8;
  const style = () => paper.font(isHead ? "Helvetica-Bold" : "Helvetica").fontSize(isHead ? 10 : 11);
  style();
  const height = Math.max(paper.heightOfString(statement, { width: statementWidth }), box) + 9;
  const draw = (top: number) => {
    asArtifact(paper, "Layout", () => {
      paper
        .lineWidth(0.4)
        .moveTo(margin, top)
        .lineTo(pageWidth - margin, top)
        .stroke("#999");
    });
    const cell = (text: string, x: number, cellWidth: number, align: "left" | "center") => () => {
      style().fillColor("#111");
      paper.text(text, x, top + 5, { width: cellWidth, align });
    };
    const leftOf = (at: number) => margin + width - (answers.length - at) * answerWidth;
    const first = cell(statement, margin, statementWidth, "left");
    const cells = answers.map((answer, at) =>
      isHead
        ? paper.struct("TH", { scope: "Column" }, [cell(answer, leftOf(at), answerWidth, "center")])
        : paper.struct("TD", { alt: `${words.box}: ${answer}` }, [
            () => {
              paper.lineWidth(0.9).rect(leftOf(at) + (answerWidth - box) / 2, top + 5, box, box);
              paper.stroke("#111");
            },
          ]),
    );
    return paper.struct("TR", [
      isHead ? paper.struct("TH", { scope: "Column" }, [first]) : paper.struct("TD", first),
      ...cells,
    ]);
  };
  return { height, draw };
}

/** Decoration that is not read aloud. */
function asArtifact(paper: Paper, type: "Layout" | "Pagination", draw: () => void): void {
  paper.markContent("Artifact", { type });
  draw();
  paper.endMarkedContent();
}
