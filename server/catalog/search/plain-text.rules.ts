/** Characters that are not a base letter with a mark, and what the database's unaccent makes of them. */
export const plainLetters: Readonly<Record<string, string>> = {
  Æ: "AE",
  æ: "ae",
  Œ: "OE",
  œ: "oe",
  Ø: "O",
  ø: "o",
  ẞ: "SS",
  ß: "ss",
  Ð: "D",
  ð: "d",
  Đ: "D",
  đ: "d",
  Þ: "TH",
  þ: "th",
  Ł: "L",
  ł: "l",
  Ħ: "H",
  ħ: "h",
  Ŧ: "T",
  ŧ: "t",
  ı: "i",
};

// Unicode itself can take these apart
const ligatures = /[Ĳĳſﬀ-ﬆ]/g;
const letters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/** A text without accents and ligatures, like the catalog's search index. */
export function plainText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.trim();
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(ligatures, (letter) => letter.normalize("NFKD"))
    .replace(letters, (letter) => plainLetters[letter] ?? letter)
    .trim();
}
