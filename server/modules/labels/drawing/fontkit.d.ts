/** What of fontkit is used here: reading a font, which pdfkit then takes as it is, and asking what it can show. */
declare module "fontkit" {
  /** A font that was read; pdfkit cuts out of it what a file needs. */
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean };
  export function create(content: Uint8Array): Font;
}
