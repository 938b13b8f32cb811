import { describe, expect, it } from "vitest";
import { filterWordsIn } from "./filter-words.rules.ts";
import { clausesOf, wordsOf } from "./searched-words.rules.ts";

/** Formats a search with quotes around phrases, a minus before excluded words, and slashes between alternatives. */
const inShort = (text: string) =>
  clausesOf(text).map((clause) =>
    clause
      .map(({ words, isQuoted, isExcluded }) => {
        const joined = words.join(" ");
        return `${isExcluded ? "-" : ""}${isQuoted ? `"${joined}"` : joined}`;
      })
      .join(" / "),
  );

describe("query parsing", () => {
  it("splits a search into plain words without accents, with digits and inner dashes", () => {
    expect(inShort("Vídeo grades 6-8 e-Cigarette women's")).toEqual([
      "video",
      "grades",
      "6 8",
      "e cigarette",
      "women s",
    ]);
  });

  it("recognizes an excluded word by its minus", () => {
    expect(inShort("nutrition -Video - now")).toEqual(["nutrition", "-video", "now"]);
  });

  it("keeps phrases whole, and drops tokens without a letter or digit", () => {
    expect(inShort('"Healthy eating" food/water -"junk food" % "" c++ #V97')).toEqual([
      '"healthy eating"',
      "food",
      "water",
      '-"junk food"',
      "c",
      "v97",
    ]);
  });

  it("joins alternatives in one clause", () => {
    expect(inShort("books OR videos or audios tobacco or")).toEqual(["books / videos / audios", "tobacco"]);
  });

  it("keeps the text as typed for display", () => {
    expect(clausesOf('Vapping “now” "E-cigs"').map(([piece]) => piece?.typed)).toEqual(["Vapping", "now", "E-cigs"]);
  });

  it("limits the number of clauses", () => {
    expect(clausesOf("word ".repeat(100))).toHaveLength(20);
    expect(wordsOf("")).toEqual([]);
  });
});

const grade = (gradeId: number, gradeName: string) => ({
  gradeId,
  gradeName,
  nameInSpanish: "",
  alsoCalled: "",
  isHidden: false,
});
const codes = {
  categories: [{ categoryId: 2, categoryName: "Video" }],
  grades: [grade(2, "Grades K-2"), grade(4, "Grades 3-5"), grade(8, "Grades 6-8")],
};

it.each([
  ["nutrition videos for grade 3", ["videos", "grade 3"], "Grades 3-5"],
  ["nutrition grades 3-5", ["grades 3-5"], "Grades 3-5"],
  ["grades 3 to 7 asthma", ["grades 3 to 7"], "Grades 3-5, Grades 6-8"],
  ["asthma for 3rd graders", ["3rd graders"], "Grades 3-5"],
  ["first grade asthma", ["first grade"], "Grades K-2"],
  ["asma grado 3", ["grado 3"], "Grades 3-5"],
  ["asma para tercer grado", ["tercer grado"], "Grades 3-5"],
  ["asma grados 6 a 8", ["grados 6 a 8"], "Grades 6-8"],
])("“%s” names its filters by %j", (text, typed, gradeName) => {
  const clauses = clausesOf(text);
  const filters = filterWordsIn(clauses, codes);
  expect(filters.map(({ places }) => places.map((place) => clauses[place]?.[0]?.typed).join(" "))).toEqual(typed);
  expect(filters.at(-1)).toMatchObject({ kind: "grade", name: gradeName });
});
