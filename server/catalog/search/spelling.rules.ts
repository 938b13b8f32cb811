/** Returns the maximum number of typing errors in a word of this length. */
export const maxErrors = (word: string): 0 | 1 | 2 => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

const letters = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");

/** Returns all words that are one error away: an extra, missing, or wrong letter, or two swapped ones. */
export function oneErrorFrom(word: string): Set<string> {
  const variants = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      variants.add(before + letter + after);
      if (after !== "") variants.add(before + letter + after.slice(1));
    }
    if (after !== "") variants.add(before + after.slice(1));
    if (after.length > 1) variants.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  variants.delete(word);
  return variants;
}

/** Returns the variants of a word with a different letter doubled: "tobacco" for "tobbaco". */
export function doubledElsewhere(word: string): string[] {
  const pairs = [...word.matchAll(/(.)\1/g)].map(({ index }) => word.slice(0, index) + word.slice(index + 1));
  return pairs.flatMap((single) =>
    Array.from(single)
      .map((letter, at) => single.slice(0, at) + letter + single.slice(at))
      .filter((variant) => variant !== word),
  );
}

/** Counts the errors between two words; two swapped letters are one error (optimal string alignment). */
export function errorsBetween(a: string, b: string): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= b.length; at += 1) {
      const same = a[row - 1] === b[at - 1];
      const min = Math.min((old[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (old[at - 1] ?? 0) + (same ? 0 : 1));
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      next.push(isSwapped ? Math.min(min, (older[at - 2] ?? 0) + 1) : min);
    }
    older = old;
    old = next;
  }
  return old[b.length] ?? 0;
}

/** Spells a plain word as it sounds in Spanish: "nutrision" like "nutricion", "baca" like "vaca". */
export const soundInSpanish = (word: string): string =>
  word
    .replace(/ch/g, "8")
    .replaceAll("h", "")
    .replace(/qu(?=[ei])/g, "k")
    .replace(/gu(?=[ei])/g, "7")
    .replace(/c(?=[ei])|z/g, "s")
    .replaceAll("c", "k")
    .replaceAll("v", "b")
    .replaceAll("ll", "y")
    .replace(/g(?=[ei])/g, "j")
    .replaceAll("7", "g");

/** Returns the consonants of a plain word, doubled ones once, to compare words with wrong vowels such as "teath". */
export const consonantsOf = (word: string): string => word.replace(/(.)\1/g, "$1").replace(/[aeiouy]/g, "");
