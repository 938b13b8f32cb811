/** Says nothing of what a title is about. */
const fillers = /^(?:and|con|del|for|las|los|para|por|que|the|una|with)$/;

/** A word without accents and endings, by which its forms are the same. */
function stemOf(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.length > 3 ? plain.replace(/(?:ies|ing|es|ed|os|as|[aeosy])$/, "") : plain;
}

/** A text whose words have the same forms as those that were looked for, marked. */
export function MarkedTitle({ text, search }: { text: string; search: string }) {
  const wanted = new Set((search.match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(stemOf).filter((word) => !fillers.test(word)));
  if (wanted.size === 0) return text;
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((part, place) => (place % 2 === 1 && wanted.has(stemOf(part)) ? <mark key={place}>{part}</mark> : part));
}
