const minWordLength = 3;
const minRestLength = 5;

/** Checks whether a password is little more than names: "KingsRiver2026!" for the school "Kings River". */
export function isMadeOf(password: string, names: readonly string[]): boolean {
  const letters = plain(password);
  const words = names.flatMap((name) => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)]);
  const longestFirst = words.filter((word) => word.length >= minWordLength).toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), letters);
  return rest.length < letters.length && Array.from(rest).length < minRestLength;
}

/** Keeps letters and digits, without case and accents. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
