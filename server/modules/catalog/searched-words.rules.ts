/** A word of a search; a minus before it excludes what it matches. */
export type SearchedWord = { word: string; isExcluded: boolean };

/**
 * A search as words, in lower case, and everything else: what is in quotes and what is no plain word, as it was typed.
 * With an "or" nothing is taken out.
 */
export function splitSearch(text: string): { words: SearchedWord[]; others: string[] } {
  const pieces = text.match(/-?"[^"]*"?|[^\s"]+/gu) ?? [];
  if (pieces.some((piece) => /^or$/i.test(piece))) return { words: [], others: pieces };
  const isWord = (piece: string) => /^-?[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(piece);
  return {
    words: pieces.filter(isWord).map((piece) => ({
      word: piece.replace(/^-/, "").toLowerCase(),
      isExcluded: piece.startsWith("-"),
    })),
    others: pieces.filter((piece) => !isWord(piece) && /[\p{L}\p{N}]/u.test(piece)),
  };
}
