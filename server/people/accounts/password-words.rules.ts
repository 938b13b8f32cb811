const leastWord = 3; // letters
const leastRest = 5; // characters

/** Whether a password is little more than these names: "KingsRiver2026!" of the school "Kings River". */
export function isMadeOf(password: string, names: readonly string[]): boolean {
  const typed = plain(password);
  const words = names.flatMap((name) => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)]);
  const longestFirst = words
    .filter((word) => word.length >= leastWord)
    .toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), typed);
  return rest.length < typed.length && Array.from(rest).length < leastRest;
}

/** Letters and digits, without case and accents. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
