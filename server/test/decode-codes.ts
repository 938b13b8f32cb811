import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

// Independent tools, so that a code they can read is one that a scanner can read.
const packages = { zbarimg: "zbar-tools", pdftoppm: "poppler-utils", pdftotext: "poppler-utils" } as const;

/** Runs an external tool; if it's missing, the test fails with a line that says what to install. */
function run(tool: keyof typeof packages, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (error) {
    throw new Error(
      `${tool} is missing: install ${packages[tool]} (Debian: apt-get install zbar-tools poppler-utils).`,
    );
  }
  // zbarimg exits with 4 if it finds no code
  if (status !== 0 && !(tool === "zbarimg" && status === 4)) throw new Error(`${tool}: ${stderr}`);
  return stdout;
}

/** Returns the texts of the QR codes in each picture file, read by one zbarimg process. */
export function decodeEach(files: readonly string[]): string[][] {
  const xml = run("zbarimg", ["--quiet", "--xml", "-Sdisable", "-Sqrcode.enable", ...files]);
  const textsByFile = new Map<string, string[]>();
  for (const [, file = "", inside = ""] of xml.matchAll(/<source href='([^']*)'>(.*?)<\/source>/gs)) {
    textsByFile.set(
      file,
      [...inside.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs)].map(([, text = ""]) => text),
    );
  }
  return files.map((file) => textsByFile.get(file) ?? []);
}

/** Returns the texts of all QR codes in these picture files. */
export function decodeCodes(files: readonly string[]): string[] {
  return decodeEach(files).flat();
}

/** Renders the pages of a PDF as gray pictures at a printer's resolution, and returns the files in order. */
export async function drawPages(pdf: Uint8Array, folder: string, dotsPerInch = 300): Promise<string[]> {
  const file = path.join(folder, "sheet.pdf");
  await writeFile(file, pdf);
  run("pdftoppm", ["-r", String(dotsPerInch), "-gray", file, path.join(folder, "page")]);
  // page-01.pgm, page-02.pgm: padded to the digits of the last one
  const pages = (await readdir(folder)).filter((name) => /^page-\d+\.pgm$/.test(name)).toSorted();
  return pages.map((name) => path.join(folder, name));
}

/** A gray picture: the brightness of its dots, row by row. */
export type GreyPicture = { width: number; height: number; dots: Buffer };

/** Reads a page rendered by `drawPages`: PGM stores the dots uncompressed. */
export async function readPage(file: string): Promise<GreyPicture> {
  const content = await readFile(file);
  const [head = "", width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(content.toString("latin1", 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), dots: content.subarray(head.length) };
}

/** Crops a piece of a page into its own file, clipped to the page. */
export async function cutOut(
  { width, height, dots }: GreyPicture,
  piece: { left: number; top: number; width: number; height: number },
  file: string,
): Promise<string> {
  const [left, top] = [Math.max(0, Math.round(piece.left)), Math.max(0, Math.round(piece.top))];
  const right = Math.min(width, Math.round(piece.left + piece.width));
  const bottom = Math.min(height, Math.round(piece.top + piece.height));
  const rows = Array.from({ length: bottom - top }, (_, row) =>
    dots.subarray((top + row) * width + left, (top + row) * width + right),
  );
  await writeFile(file, Buffer.concat([Buffer.from(`P5\n${right - left} ${bottom - top}\n255\n`), ...rows]));
  return file;
}

/** Returns the text of a PDF as a reader would copy it. */
export async function wordsOf(pdf: Uint8Array, folder: string): Promise<string> {
  const file = path.join(folder, "words.pdf");
  await writeFile(file, pdf);
  return run("pdftotext", ["-layout", file, "-"]);
}

/** A word of a PDF and its rectangle, in points from the top left corner. */
export type PlacedWord = { text: string; left: number; top: number; right: number; bottom: number };

/** Returns the positions of a PDF's words. */
export async function placedWordsOf(pdf: Uint8Array, folder: string): Promise<PlacedWord[]> {
  const file = path.join(folder, "placed.pdf");
  await writeFile(file, pdf);
  const words = run("pdftotext", ["-bbox", file, "-"]).matchAll(
    /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
  );
  return Array.from(words, ([, left, top, right, bottom, text = ""]) => {
    return { text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
  });
}
