import type { Grade } from "#contract/catalog/catalog.ts";
import type { Language } from "#web/language/language.ts";

const levels = ["PreK", "K", ...Array.from({ length: 12 }, (_, at) => String(at + 1))];

/** Shortens grades to one line, such as "Gr. 6–12 · adult". Names that staff changed stay as they are. */
export function gradesInLine(grades: readonly Pick<Grade, "gradeName">[], { t, called }: Language): string {
  const ranges: { first: number; last: number }[] = [];
  const others: string[] = [];
  for (const { gradeName } of grades) {
    const [, first = "", last = ""] = /^Grades (K|\d+)-(\d+)$/.exec(gradeName) ?? [];
    const range = { first: levels.indexOf(first), last: levels.indexOf(last) };
    if (gradeName === "Preschool" && grades.length > 1) range.first = range.last = 0;
    const previous = ranges.at(-1);
    if (range.first < 0 || range.last < 0) others.push(gradeName);
    else if (previous?.last === range.first - 1) previous.last = range.last;
    else ranges.push(range);
  }
  const words = ranges.map(({ first, last }) => [...new Set([levels[first], levels[last]])].join("–")).join(", ");
  const rest = others.map((name) => (name === "Adult/Professional" ? t(words ? "adult" : "Adult") : called(name)));
  return [words && t("Gr. {grades}", { grades: words }), ...rest].filter(Boolean).join(" · ");
}
