import { expect, it } from "vitest";
import { filterWordsIn } from "./filter-words.rules.ts";
import { clausesOf } from "./searched-words.rules.ts";

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
