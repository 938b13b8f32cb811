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
