/** A word in the forms of both languages, as tsqueries; "" where it says nothing. */
type Forms = { english: string; spanish: string };

/** Several words, one after the other, in the forms of a language, as phraseto_tsquery() has them. */
export function formOf(words: readonly Forms[], language: "english" | "spanish"): string {
  let [phrase, apart] = ["", 0];
  for (const word of words) {
    apart += 1;
    const form = word[language];
    if (form === "") continue;
    phrase += phrase === "" ? form : ` ${apart === 1 ? "<->" : `<${apart}>`} ${form}`;
    apart = 0;
  }
  return phrase;
}

/** A phrase of several words in the forms of both languages, as searched_query() has it. */
export function phraseOf(words: readonly Forms[]) {
  const [english, spanish] = [formOf(words, "english"), formOf(words, "spanish")];
  const forms = [...new Set([english, spanish])].filter((form) => form !== "").toSorted();
  return { query: forms.join(" | "), english, spanish, saysNothing: english === "" };
}
