const common = {
  en: new Set("the of and to in for is with on that by from this are how your about".split(" ")),
  es: new Set("el la de los las y en para que del con por una un su es como sobre al se".split(" ")),
};

/**
 * The language of a description, for a voice to read it in: Spanish where the commonest words are Spanish, and otherwise English, in which
 * the library describes. A description has no field for it, and may be in another language than its title.
 */
export function languageOfProse(text: string): "en" | "es" {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [english, spanish] = [common.en, common.es].map((known) => words.filter((word) => known.has(word)).length);
  return (spanish ?? 0) > 1 && (spanish ?? 0) > 2 * (english ?? 0) ? "es" : "en";
}
