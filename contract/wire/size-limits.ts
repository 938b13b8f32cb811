/**
 * The maximum size of a body in bytes: the usual limit, and those for long texts and for a whole title or order with
 * its copies.
 */
export const bodyLimits = { usual: 32 * 1024, withTexts: 256 * 1024, withCopies: 1024 * 1024 } as const;

export const importLimits = { bytes: 50 * 1024 * 1024, rows: 200_000, columns: 200 } as const;

/** AVIF has a separate limit because decoding it takes many times the memory of other formats. */
export const pictureLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  avifPixels: 20_000_000,
  side: 30_000,
} as const;

export const documentLimits = { bytes: 10 * 1024 * 1024 } as const;
