/** The widths the screens need, in pixels: thumbnails, covers at one and two pixels per point, a page's background. */
const standardWidths = [160, 320, 640, 1280];

/** The widths to store: none wider than the original, plus the original if it is larger than the next below. */
export function widthsFor(width: number): number[] {
  const smaller = standardWidths.filter((standard) => standard <= width);
  const widest = smaller.at(-1) ?? 0;
  const own = Math.min(width, standardWidths.at(-1) ?? width);
  return own >= widest * 1.25 ? [...smaller, own] : smaller;
}

/** The file name of one width of a picture. */
export const fileNameOf = (contentHash: string, width: number) => `${contentHash}-${width}.webp`;

/** Whether this is a valid file name of a picture. */
export const isFileName = (name: string) => /^[0-9a-f]{32}-[1-9]\d{0,3}\.webp$/.test(name);

const longestLabel = 100; // characters

/**
 * The sender's file name as a label: its last part, without invisible characters and direction overrides, shortened. It
 * never names a file on disk.
 */
export function labelOf(fileName: string, otherwise = "picture"): string {
  const lastPart = fileName.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const visible = lastPart.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const characters = Array.from(visible);
  if (characters.length <= longestLabel) return visible || otherwise;
  const ending = /\.\w{1,5}$/.exec(visible)?.[0] ?? "";
  return `${characters.slice(0, longestLabel - ending.length - 1).join("")}…${ending}`;
}

/** How long an unused picture is kept, in ms. */
export const keptUnused = 24 * 60 * 60 * 1000;
