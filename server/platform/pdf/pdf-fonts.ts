import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { create, type Font } from "fontkit";
import { isWindows1252, type Covers } from "./pieces.rules.ts";
import PDFDocument from "pdfkit";
import type { Paper } from "pdfkit";

export type Weight = "regular" | "bold";

const { resolve } = createRequire(import.meta.url);
const chinese = path.join(path.dirname(resolve("@embedpdf/fonts-sc")), "../fonts");

// The fonts of each weight in fallback order, after the standard PDF font. DejaVu covers Vietnamese, Cyrillic, Greek,
// Armenian, Georgian, Arabic, Hebrew, and Lao; Noto covers Chinese of every region and Japanese.
const files: Record<Weight, readonly string[]> = {
  regular: [
    resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
    path.join(chinese, "NotoSansHans-Regular.otf"),
    resolve("@fontsource/gowun-dodum/files/gowun-dodum-korean-400-normal.woff"),
  ],
  bold: [
    resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
    path.join(chinese, "NotoSansHans-Bold.otf"),
    resolve("@fontsource/gowun-dodum/files/gowun-dodum-korean-400-normal.woff"),
  ],
};
const standard: Record<Weight, string> = { regular: "Helvetica", bold: "Helvetica-Bold" };

const opened = new Map<string, Font>();

/** Returns a parsed font, cached because the largest is 8 MB. */
function fontOf(file: string): Font {
  const font = opened.get(file) ?? read(file);
  opened.set(file, font);
  return font;
}

const endOfAlphabets = 0x530; // Latin, Greek, Cyrillic, and their accents

function read(file: string): Font {
  const content = readFileSync(file);
  const font = create(file.endsWith(".woff") ? unpackWoff(content) : content);
  // A glyph keeps the character of its first lookup. Without this, a glyph first used as part of another, such as "u" in
  // "ụ", would have none, and its text could not be copied from later files.
  for (let codePoint = 0x20; codePoint < endOfAlphabets; codePoint += 1)
    if (font.hasGlyphForCodePoint(codePoint)) font.glyphForCodePoint(codePoint);
  return font;
}

export function coverageOf(weight: Weight): Covers[] {
  return [
    isWindows1252,
    ...files[weight].map((file) => (codePoint: number) => fontOf(file).hasGlyphForCodePoint(codePoint)),
  ];
}

/** Returns the font at a fallback position, for pdfkit. */
export function fontAt(weight: Weight, at: number): { name: string; source: Font | string } {
  const file = at === 0 ? undefined : files[weight][at - 1];
  return file === undefined
    ? { name: standard[weight], source: standard[weight] }
    : { name: path.basename(file), source: fontOf(file) };
}

/**
 * Unpacks a WOFF font (W3C Recommendation WOFF 1.0, sections 3 to 5), because fontkit would unpack a whole table for each
 * glyph.
 */
function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  packed.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts = [head];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const entry = 44 + 20 * at;
    const [from, size, whole] = [4, 8, 12].map((field) => packed.readUInt32BE(entry + field));
    if (from === undefined || size === undefined || whole === undefined) continue;
    const stored = packed.subarray(from, from + size);
    const table = size < whole ? inflateSync(stored) : stored;
    packed.copy(head, 12 + 16 * at, entry, entry + 4);
    packed.copy(head, 12 + 16 * at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, 12 + 16 * at + 8);
    head.writeUInt32BE(whole, 12 + 16 * at + 12);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (whole % 4)) % 4)]);
    parts.push(padded);
    end += padded.length;
  }
  return Buffer.concat(parts);
}

/** Draws a PDF to print at actual size. */
export async function drawPdf(title: string, draw: (paper: Paper) => void): Promise<Uint8Array> {
  const paper = new PDFDocument({ autoFirstPage: false, lang: "en-US", info: { Title: title } });
  // viewers that support this print at actual size by default
  paper._root.data["ViewerPreferences"] = paper.ref({ PrintScaling: "None" });
  draw(paper);
  paper.end();
  return Buffer.concat(await paper.toArray());
}
