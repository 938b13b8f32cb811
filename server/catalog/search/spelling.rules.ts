/** How many typing errors a word of this length may have. */
export const errorsIn = (word: string): 0 | 1 | 2 => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

const letters = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");

/** All that a word becomes by one error: a letter too many or too few, another one, or two in each other's place. */
export function oneErrorFrom(word: string): Set<string> {
  const made = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) {
      made.add(before + letter + after);
      if (after !== "") made.add(before + letter + after.slice(1));
    }
    if (after !== "") made.add(before + after.slice(1));
    if (after.length > 1) made.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  made.delete(word);
  return made;
}

/** All that a word becomes when the letter that is doubled is another one, as "tobbaco" and "tobacco" have it. */
export function doubledElsewhere(word: string): string[] {
  const pairs = [...word.matchAll(/(.)\1/g)].map(({ index }) => word.slice(0, index) + word.slice(index + 1));
  return pairs.flatMap((single) =>
    Array.from(single)
      .map((letter, at) => single.slice(0, at) + letter + single.slice(at))
      .filter((made) => made !== word),
  );
}

/** The number of errors between two words, two letters in each other's place being one (optimal string alignment). */
export function errorsBetween(one: string, other: string): number {
  let older: number[] = [];
  let old = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      const least = Math.min((old[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (old[at - 1] ?? 0) + (same ? 0 : 1));
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next.push(isSwapped ? Math.min(least, (older[at - 2] ?? 0) + 1) : least);
    }
    older = old;
    old = next;
  }
  return old[other.length] ?? 0;
}

/**
 * A plain word as Spanish ears take it, without what they do not tell apart: "nutrision" sounds like "nutricion", "baca" like
 * "vaca", "ogar" like "hogar".
 */
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

/** The consonants of a plain word, doubled ones once: what is left where vowels were mistaken, as in "teath". */
export const consonantsOf = (word: string): string => word.replace(/(.)\1/g, "$1").replace(/[aeiouy]/g, "");
