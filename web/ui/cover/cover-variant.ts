export type CoverVariant = {
  layout: number;
  pattern: number;
  shade: number;
  size: "s" | "m" | "l";
  /** A word may be wider than the cover. Only then is it hyphenated: layout takes a fifth less time without. */
  breaks: boolean;
};

const layouts = 4;
const patterns = 8;
const shades = 3;

/** A title always gets the same cover, and alphabetical neighbors get different ones. */
export function coverVariant(title: string): CoverVariant {
  let hash = 0x811c9dc5;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // FNV's low bits vary little between similar titles; folding in the high ones spreads them
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  return {
    layout: mixed % layouts,
    pattern: Math.floor(mixed / layouts) % patterns,
    shade: Math.floor(mixed / (layouts * patterns)) % shades,
    size: sizeOf(title),
    breaks: longestWord(title) > 14,
  };
}

function sizeOf(title: string): "s" | "m" | "l" {
  const longest = longestWord(title);
  if (title.length <= 26 && longest <= 10) return "l";
  return title.length <= 60 && longest <= 13 ? "m" : "s";
}

function longestWord(title: string): number {
  return Math.max(...title.split(/[\s-]+/).map((word) => word.length));
}
