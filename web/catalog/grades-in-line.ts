import type { Grade } from "#contract/catalog/catalog.ts";
import type { Language } from "#web/language/language.ts";

const levelOf = (word: string) => (word === "K" ? 0 : Number(word));
const wordOf = (level: number) => (level < 0 ? "PreK" : level || "K");

/** Shortens grades, such as "Gr. 6–12" and "adult", to the facts of one line. Names that staff changed stay as they are. */
export function gradesInLine(grades: readonly Pick<Grade, "gradeName">[], { t, called }: Language): string[] {
  const ranges: [number, number][] = [];
  const others: string[] = [];
  for (const { gradeName } of grades) {
    const levels = /^Grades (K|\d+)-(\d+)$/.exec(gradeName)?.slice(1).map(levelOf);
    const [first, last] = gradeName === "Preschool" && grades.length > 1 ? [-1, -1] : (levels ?? []);
    const previous = ranges.at(-1);
    if (first === undefined || last === undefined) others.push(gradeName);
    else if (previous?.[1] === first - 1) previous[1] = last;
    else ranges.push([first, last]);
  }
  const words = ranges.map((range) => [...new Set(range.map(wordOf))].join("–")).join(", ");
  const rest = others.map((name) => (name === "Adult/Professional" ? t(words ? "adult" : "Adult") : called(name)));
  return words ? [t("Gr. {grades}", { grades: words }), ...rest] : rest;
}
