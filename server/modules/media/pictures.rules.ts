/** The widths the screens ask for, in pixels: thumbnails, covers at one and two pixels a point, a page's background. */
const standardWidths = [160, 320, 640, 1280];

/** The widths to keep a picture in: no wider than it is, and its own where that shows more than the next below. */
export function widthsFor(width: number): number[] {
  const smaller = standardWidths.filter((standard) => standard <= width);
  const widest = smaller.at(-1) ?? 0;
  const own = Math.min(width, standardWidths.at(-1) ?? width);
  return own >= widest * 1.25 ? [...smaller, own] : smaller;
}

/** What a picture's file of one width is called. */
export const fileNameOf = (contentHash: string, width: number) => `${contentHash}-${width}.webp`;

/** Whether a file of a picture can be called so; every other name is nobody's. */
export const isFileName = (name: string) => /^[0-9a-f]{32}-[1-9]\d{0,3}\.webp$/.test(name);

const longestLabel = 100; // characters

/**
 * The sender's name of a file as a label: its last part, without what is invisible or turns the writing around, and not
 * too long. It names nothing on a disk.
 */
export function labelOf(fileName: string, otherwise = "picture"): string {
  const lastPart = fileName.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const visible = lastPart.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const characters = Array.from(visible);
  if (characters.length <= longestLabel) return visible || otherwise;
  const ending = /\.\w{1,5}$/.exec(visible)?.[0] ?? "";
  return `${characters.slice(0, longestLabel - ending.length - 1).join("")}…${ending}`;
}

/** How long a picture that nothing uses is kept, in ms. */
export const keptUnused = 24 * 60 * 60 * 1000;
