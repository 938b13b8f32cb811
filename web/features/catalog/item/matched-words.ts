/** Says nothing of what a title is about. */
const fillers = /^(?:and|con|del|for|las|los|para|por|que|the|una|with)$/;

/** A word without accents and endings, by which its forms are the same. */
function stemOf(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.length > 3 ? plain.replace(/(?:ies|ing|es|ed|os|as|[aeosy])$/, "") : plain;
}

/** A text in parts, every second one of which is a word with the same form as one that was looked for. */
export function splitAtMatches(text: string, search: string): string[] {
  const typed = (search.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []).filter((word) => !fillers.test(word.toLowerCase()));
  const wanted = new Set(typed.map(stemOf));
  const parts = [""];
  for (const part of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (wanted.has(stemOf(part))) parts.push(part, "");
    else parts.push(`${parts.pop()}${part}`);
  }
  return parts;
}
