import { splitAtMatches } from "./matched-words.ts";

/** A title in which the words that were looked for are marked. */
export function MarkedTitle({ text, search }: { text: string; search: string }) {
  return splitAtMatches(text, search).map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}
