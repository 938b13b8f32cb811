import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { create, type Font } from "fontkit";
import { isWindows1252, type Shows } from "./label-words.rules.ts";
import { unpackWoff } from "./unpack-woff.ts";

/** Font weights. */
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

/** A parsed font, cached because the largest is 8 MB. */
function fontOf(file: string): Font {
  const font = opened.get(file) ?? read(file);
  opened.set(file, font);
  return font;
}

function read(file: string): Font {
  const content = readFileSync(file);
  return create(file.endsWith(".woff") ? unpackWoff(content) : content);
}

/** The coverage of a weight's fonts, in fallback order. A file is read on first use. */
export function shownBy(weight: Weight): Shows[] {
  return [
    isWindows1252,
    ...files[weight].map((file) => (codePoint: number) => fontOf(file).hasGlyphForCodePoint(codePoint)),
  ];
}

/** The font of a weight at this fallback position for pdfkit: its name and source. */
export function fontAt(weight: Weight, at: number): { name: string; source: Font | string } {
  const file = at === 0 ? undefined : files[weight][at - 1];
  return file === undefined
    ? { name: standard[weight], source: standard[weight] }
    : { name: path.basename(file), source: fontOf(file) };
}
