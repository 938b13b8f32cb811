import { spawnSync } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";

// Neither is of our making: what they find, a scanner finds.
const packages = { zbarimg: "zbar-tools", pdftoppm: "poppler-utils", pdftotext: "poppler-utils" } as const;

/** Runs a tool of another's making; where it is missing the test fails with the one line that says what to install. */
function run(tool: keyof typeof packages, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (error) {
    throw new Error(
      `${tool} is missing: install ${packages[tool]} (Debian: apt-get install zbar-tools poppler-utils).`,
    );
  }
  // zbarimg says 4 when it found none
  if (status !== 0 && !(tool === "zbarimg" && status === 4)) throw new Error(`${tool}: ${stderr}`);
  return stdout;
}

/** The texts of the QR codes in these picture files, file by file, as zbarimg reads them. */
export function decodeCodes(files: readonly string[]): string[] {
  const read = run("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", ...files]);
  return read.split("\n").filter((line) => line !== "");
}

/** Draws the pages of a PDF as pictures, as a printer of so many dots per inch would, and gives the files in order. */
export async function drawPages(pdf: Uint8Array, folder: string, dotsPerInch = 300): Promise<string[]> {
  const file = path.join(folder, "sheet.pdf");
  await writeFile(file, pdf);
  run("pdftoppm", ["-r", String(dotsPerInch), "-gray", "-png", file, path.join(folder, "page")]);
  // page-01.png, page-02.png: as many digits as the last one has
  const pages = (await readdir(folder)).filter((name) => /^page-\d+\.png$/.test(name)).toSorted();
  return pages.map((name) => path.join(folder, name));
}

/** The words of a PDF as a reader copies them out. */
export async function wordsOf(pdf: Uint8Array, folder: string): Promise<string> {
  const file = path.join(folder, "words.pdf");
  await writeFile(file, pdf);
  return run("pdftotext", ["-layout", file, "-"]);
}
