/** The parts of fontkit that we use. */
declare module "fontkit" {
  /** A parsed font; pdfkit subsets it for the file. */
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** The glyph remembers this character, which pdfkit writes into the file. */
    glyphForCodePoint(codePoint: number): unknown;
    unitsPerEm: number;
    /** Lays out a line of text, in font units. */
    layout(text: string): {
      advanceWidth: number;
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number; xOffset: number }[];
    };
  };
  export function create(content: Uint8Array): Font;
}
