/** The parts of fontkit used here: reading a font, which pdfkit accepts as is, and asking for its glyphs. */
declare module "fontkit" {
  /** A parsed font; pdfkit subsets it for the file. */
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean };
  export function create(content: Uint8Array): Font;
}
