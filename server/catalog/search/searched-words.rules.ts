/** Text between spaces or quotes, split into words as in the index: lowercase, without accents and punctuation. */
export type Piece = {
  /** As it was typed, without quotes and minus. */
  typed: string;
  words: readonly string[];
  /** Must match exactly, as a phrase. */
  isQuoted: boolean;
  isExcluded: boolean;
};

/** Pieces joined by "or"; usually one. */
export type Clause = readonly Piece[];

const maxPieces = 20;

const piecePattern = /(-?)"([^"]*)"?|[^\s"]+/gu;

/** Parses a search into clauses that must all match, except excluded ones. */
export function clausesOf(text: string): Clause[] {
  const clauses: Piece[][] = [];
  let joins = false;
  for (const [whole, minus, quoted] of text.matchAll(piecePattern)) {
    if (quoted === undefined && /^or$/i.test(whole)) {
      joins = clauses.length > 0;
      continue;
    }
    const isExcluded = quoted === undefined ? /^-[\p{L}\p{N}]/u.test(whole) : minus === "-";
    // "food/water" are two words, "e-cigarette" and "women's" are one
    const pieces = quoted === undefined ? whole.replace(/^[-#]+/, "").split(/[^\p{L}\p{M}\p{N}'’.-]+/u) : [quoted];
    for (const typed of pieces) {
      const words = wordsOf(typed);
      if (words.length === 0) continue;
      const piece = { typed: typed.replace(/[.'’-]+$/, ""), words, isQuoted: quoted !== undefined, isExcluded };
      const before = clauses.at(-1);
      if (joins && before && !isExcluded && before.every((each) => !each.isExcluded)) before.push(piece);
      else clauses.push([piece]);
      joins = false;
    }
  }
  return clauses.slice(0, maxPieces);
}

/** Splits a text into words as in the index. */
export const wordsOf = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Returns whether a word is so common that a title doesn't need it if nothing else would match. */
export const saysLittle = (word: string): boolean => weak.has(word) || /^\d$/.test(word);

export const littleWords = (): readonly string[] => [...weak];

/** Returns whether a word can be ignored, in addition to PostgreSQL's English stop words. */
export const saysNothing = (word: string): boolean => fillers.has(word);

/** Returns whether a word means that the reader is a child. */
export const isChild = (word: string): boolean => children.has(word);

const children = new Set("kid kids child children childrens little nino nina ninos ninas".split(" "));

const fillers = new Set(
  `al con como cual cuales de del donde el en es esta hacer la las lo los mi mis o para pero por porque que quien se ser si
  sobre su sus un una unas uno unos y
  show give need want find looking get got let good best new us mr mrs ms dr`.split(/\s+/),
);

const weak = new Set(
  `about activity activities awareness basics book books brochure campaign class classes classroom course curricula
  curriculum education educational educator educators elementary fact facts family families for free friend friends fun guide guides
  handout handouts health healthy help helping how info information kid kids kit know lesson lessons literacy
  management material materials parent parents pamphlet people person plan plans poster posters prevent preventing
  prevention program programs project projects resource resources safe safety school schools sheet sheets skills
  stay staying story stories student students support talk talking teach teacher teachers teaching teen teenager
  teenagers teens tips tool toolkit tools topic topics training unit units video videos warning what when worksheet worksheets
  young youth child children adolescent adolescents childhood teenage boy boys girl girls adult adults learner learners
  affect affecting affects avoid avoiding cause causes danger dangers deal dealing discuss discussing discussion during effect effects
  explain explaining handle handling happen happening happens idea ideas importance important introducing introduction
  keep keeping kind kinds learn learning long make making manage managing many much need needs often overview powerpoint presentation
  printable printables risk risks sign signs slides someone something start starting symptom symptoms
  thing things type types understand understanding use using way ways
  actividad actividades alumnos adolescentes clase clases consejos curso educacion escolar escuela escuelas estudiantes familia
  familias folleto folletos guia guias hijo hijos informacion jovenes joven libro libros maestros material materiales nino ninos nina
  ninas padres plan prevencion prevenir programa programas recursos salud talleres
  adolescente adulto adultos ayudar causas consecuencias efectos entender evitar explicar hablar manejar
  peligros riesgos senales signos sintomas`.split(/\s+/),
);

/** Characters that don't decompose into a letter and a mark, with the database's unaccented forms. */
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

// Unicode normalization decomposes these
const ligatures = /[Ĳĳſﬀ-ﬆ]/g;
const letters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/** Strips accents and ligatures, like the catalog's search index. */
export function plainText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.trim();
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(ligatures, (letter) => letter.normalize("NFKD"))
    .replace(letters, (letter) => plainLetters[letter] ?? letter)
    .trim();
}
