import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

const { resolve } = createRequire(import.meta.url);
const openFont = (file: string) => create(readFileSync(resolve(file)));

/** The site's heading font at its heaviest, and a plain one for small lines; both have free licenses (SIL OFL, Bitstream Vera). */
export const display = openFont("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2");
export const plain = openFont("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");

const widthOf = (font: Font, text: string, size: number) => (font.layout(text).advanceWidth * size) / font.unitsPerEm;

/** Draws a line of text as outlines, so that a picture needs no font. */
export function line(font: Font, text: string, at: { x: number; y: number; size: number; fill: string }): string {
  const scale = at.size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = 0;
  const outlines = glyphs.map((glyph, index) => {
    const place = positions[index];
    const outline = `<path transform="translate(${x + (place?.xOffset ?? 0)} 0)" d="${glyph.path.toSVG()}"/>`;
    x += place?.xAdvance ?? 0;
    return outline;
  });
  return `<g fill="${at.fill}" transform="translate(${at.x} ${at.y}) scale(${scale} ${-scale})">${outlines.join("")}</g>`;
}

/** Returns the largest size at which a text fits a width and a number of lines, with its lines; undefined if none fits. */
export function fit(
  font: Font,
  text: string,
  width: number,
  sizes: readonly (readonly [size: number, lines: number])[],
) {
  for (const [size, maxLines] of sizes) {
    const lines = wrap(font, text, width, size);
    if (lines.length <= maxLines && lines.every((each) => widthOf(font, each, size) <= width)) return { size, lines };
  }
  return undefined;
}

function wrap(font: Font, text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/(?<= )|(?<=\/)|(?<=\p{L}-)(?=\p{L})/u)) {
    const longer = `${lines.at(-1) ?? ""}${part}`;
    if (lines.length > 0 && widthOf(font, longer.trim(), size) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((each) => each.trim());
}
