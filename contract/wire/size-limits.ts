/** Limits of a call's body in bytes: usually, and where texts, or a whole title or order with its copies, come along. */
export const bodyLimits = { usual: 32 * 1024, withTexts: 256 * 1024, withCopies: 1024 * 1024 } as const;

/** Limits of an import file: bytes, rows, and columns. */
export const importLimits = { bytes: 50 * 1024 * 1024, rows: 200_000, columns: 200 } as const;

/** Limits of a picture: bytes, pixels, and pixels of a side. AVIF takes many times the memory of other formats to decode. */
export const pictureLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  avifPixels: 20_000_000,
  side: 30_000,
} as const;

/** The size limit of a PDF for the public pages, in bytes. */
export const documentLimits = { bytes: 10 * 1024 * 1024 } as const;
