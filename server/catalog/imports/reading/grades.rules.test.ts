import { describe, expect, it } from "vitest";
import { gradesInText } from "./grades.rules.ts";

const installed = [
  "All grades",
  "Preschool",
  "Grades K-2",
  "Grades 3-5",
  "Grades 6-8",
  "Grades 9-12",
  "Adult/Professional",
].map((gradeName, at) => ({ gradeId: at === 0 ? 63 : 2 ** (at - 1), gradeName }));
const [preschool, k2, to5, to8, to12, adult] = [1, 2, 4, 8, 16, 32];

describe("grades in a file", () => {
  it.each([
    ["Pre-K", preschool],
    ["Pre-Kindergarten", preschool],
    ["Early childhood", preschool],
    ["Kinder", k2],
    ["K", k2],
    ["TK-2", k2],
    ["TK/K", k2],
    ["Pre-K-2", preschool | k2],
    ["3rd grade", to5],
    ["Third Grade", to5],
    ["3", to5],
    ["Gr. 3–5", to5],
    ["Grades 3-5 (upper elementary)", to5],
    ["03-06", to5 | to8],
    ["6/7/8", to8],
    ["Elementary", k2 | to5],
    ["Junior High", to8],
    ["Middle and High School", to8 | to12],
    ["High School", to12],
    ["Grades 7 and up", to8 | to12],
    ["All ages", 63],
    ["Adult", adult],
    ["Parents & teachers", adult],
    ["Ages 5-8", k2 | to5],
    ["Age 21", adult],
    ["Interest grade level 003-006.", to5 | to8],
    ["Primaria", k2 | to5],
    ["3.º grado", to5],
  ])("are understood as people write them: %s", (text, mask) => {
    expect(gradesInText(text, installed)).toBe(mask);
  });

  it.each([
    "",
    "Wellness",
    "Primary",
    "13",
    "5-3",
    "K-",
    "5-Mar",
    "3/5/2026",
    "46086",
    "3.7",
    "Lexile 760",
    "760L",
    "Young adult",
    "0",
  ])("aren't guessed from %j", (text) => {
    expect(gradesInText(text, installed)).toBe(0);
  });

  it("are those of the library, whatever their names", () => {
    const own = ["TK", "Kindergarten", "Grade 1", "Elementary", "Middle School", "High School"];
    const grades = own.map((gradeName, at) => ({ gradeId: 2 ** at, gradeName }));
    expect(gradesInText("TK-1", grades)).toBe(1 | 2 | 4 | 8);
    expect(gradesInText("6th-12th", grades)).toBe(16 | 32);
    expect(gradesInText("Adult", grades)).toBe(0);
  });
});
