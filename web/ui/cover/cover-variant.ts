/** How a drawn cover differs from its neighbours. */
export type CoverVariant = { layout: number; pattern: number; shade: number; size: "s" | "m" | "l" };

const layouts = 4;
const patterns = 8;
const shades = 3;

/** The same title always gets the same cover, and neighbours in the alphabet get different ones. */
export function coverVariant(title: string): CoverVariant {
  let hash = 0x811c9dc5;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // why: FNV's low bits move little between similar titles; folding the high ones in spreads them
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  return {
    layout: mixed % layouts,
    pattern: Math.floor(mixed / layouts) % patterns,
    shade: Math.floor(mixed / (layouts * patterns)) % shades,
    size: sizeOf(title),
  };
}

function sizeOf(title: string): "s" | "m" | "l" {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  if (title.length <= 26 && longestWord <= 10) return "l";
  return title.length <= 60 && longestWord <= 13 ? "m" : "s";
}
