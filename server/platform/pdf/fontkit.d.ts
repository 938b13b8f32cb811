/** The parts of fontkit used: reading a font, which pdfkit accepts as is, asking for its glyphs, and their outlines. */
declare module "fontkit" {
  /** A parsed font; pdfkit subsets it for the file. */
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** Remembers the character of its glyph, which pdfkit writes into the file. */
    glyphForCodePoint(codePoint: number): unknown;
    unitsPerEm: number;
    /** A line of text, in units of the font. */
    layout(text: string): {
      advanceWidth: number;
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number; xOffset: number }[];
    };
  };
  export function create(content: Uint8Array): Font;
}
