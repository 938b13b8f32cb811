import { expect, it } from "vitest";
import { english, withCodeNames } from "#web/language/language.ts";
import { speakSpanish } from "#web/language/speak-spanish.ts";
import { gradesInLine } from "./grades-in-line.ts";

const named = (...names: string[]) => names.map((gradeName) => ({ gradeName }));

it.each([
  [["Grades 6-8", "Grades 9-12", "Adult/Professional"], "Gr. 6–12 · adult"],
  [["Preschool", "Grades K-2", "Grades 3-5"], "Gr. PreK–5"],
  [["Grades K-2", "Grades 6-8"], "Gr. K–2, 6–8"],
  [["Preschool", "Grades 6-8"], "Gr. PreK, 6–8"],
  [["Preschool"], "Preschool"],
  [["Adult/Professional"], "Adult"],
  [["All grades"], "All grades"],
  [["Grades 3-5", "Parents"], "Gr. 3–5 · Parents"],
  [[], ""],
])("grades %j are shortened to %j", (names, line) => {
  expect(gradesInLine(named(...names), english).join(" · ")).toBe(line);
});

it("shortened grades are in Spanish on Spanish pages", () => {
  const spanish = withCodeNames(speakSpanish, { "All grades": "Todos los grados" });
  expect(gradesInLine(named("Grades 9-12", "Adult/Professional"), spanish)).toEqual(["Gr. 9–12", "adultos"]);
  expect(gradesInLine(named("All grades"), spanish)).toEqual(["Todos los grados"]);
});
