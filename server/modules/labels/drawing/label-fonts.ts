import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { create, type Font } from "fontkit";
import { isWindows1252, type Shows } from "./label-words.rules.ts";
import { unpackWoff } from "./unpack-woff.ts";

/** How strong letters are drawn. */
export type Weight = "regular" | "bold";

const { resolve } = createRequire(import.meta.url);
const chinese = path.join(path.dirname(resolve("@embedpdf/fonts-sc")), "../fonts");

// The fonts of each weight in the order they are tried, after the one that every reader of PDF has. DejaVu shows
// Vietnamese, Cyrillic, Greek, Armenian, Georgian, Arabic, Hebrew and Lao; Noto Chinese of every region and Japanese.
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

/** A font as it was read; once read it stays, because the largest has 8 MB. */
function fontOf(file: string): Font {
  const font = opened.get(file) ?? read(file);
  opened.set(file, font);
  return font;
}

function read(file: string): Font {
  const content = readFileSync(file);
  return create(file.endsWith(".woff") ? unpackWoff(content) : content);
}

/** What the fonts of a weight can show, in the order they are tried. A file is read when it is asked for the first time. */
export function shownBy(weight: Weight): Shows[] {
  return [
    isWindows1252,
    ...files[weight].map((file) => (codePoint: number) => fontOf(file).hasGlyphForCodePoint(codePoint)),
  ];
}

/** The font of a weight that is tried at this place, for pdfkit: its name, and what it is read from. */
export function fontAt(weight: Weight, at: number): { name: string; source: Font | string } {
  const file = at === 0 ? undefined : files[weight][at - 1];
  return file === undefined
    ? { name: standard[weight], source: standard[weight] }
    : { name: path.basename(file), source: fontOf(file) };
}
