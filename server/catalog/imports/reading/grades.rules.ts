import type { Grade } from "#contract/catalog/catalog.ts";
import { allGrades } from "#contract/catalog/grade-masks.ts";

/** School years from one to another: -1 is preschool, 0 kindergarten (transitional, too), 1 to 12 grades, 13 adults. */
type Span = { from: number; to: number };

const [preschool, kindergarten, lastGrade, adult] = [-1, 0, 12, 13];
const everything: Span = { from: preschool, to: adult };

const named: readonly (readonly [RegExp, Span])[] = [
  [/^(?:all(?: (?:ages|grades|levels|audiences))?|any|everyone|general(?: audience)?|k-adult)$/, everything],
  [/^(?:adults?|professionals?|staff|teachers?|educators?|faculty|parents?|college|university)$/, { from: adult, to: adult }],
  [/^(?:toddlers?|early (?:childhood|learning)|preescolar)$/, { from: preschool, to: preschool }],
  [/^(?:early|lower) elementary$/, { from: kindergarten, to: 2 }],
  [/^upper elementary$/, { from: 3, to: 5 }],
  [/^(?:elementary|elem|primaria)$/, { from: kindergarten, to: 5 }],
  [/^(?:middle|secundaria)$/, { from: 6, to: 8 }],
  [/^(?:junior|jr\.?) high$/, { from: 7, to: 8 }],
  [/^secondary$/, { from: 7, to: lastGrade }],
  [/^(?:(?:senior|sr\.?) )?high$|^preparatoria$/, { from: 9, to: lastGrade }],
]; // prettier-ignore

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");

/** Words around a grade that don't change it: "3rd grade", "Gr. 3", "High School students", "Interest level 3-6". */
const fillers =
  /\bgr(?:ades?|ados?|s)?(?![a-z])\.?|\b(?:levels?|school(?:ers?)?|students?|interest|audience|for|use in|the)\b:?/g;

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(\d)\.0+(?!\d)/g, "$1")
    .replace(/\bpre[ -]?(?:k(?:indergarten|inder)?|school)\b|\bpk\b/g, "preschool")
    .replace(/\b(?:t-?k|transitional kindergarten|kindergart[ea]n|kinder)\b/g, "k")
    .replace(fillers, " ")
    .replace(/\s*(?:[\u2010-\u2015\u2212-]|\b(?:to|through|thru|hasta)\b)\s*/g, "-")
    .replace(/\s+/g, " ")
    .replace(/[\s.:]+$/, "")
    .trim();
}

function levelOf(word: string): number {
  if (word === "preschool") return preschool;
  if (word === "k") return kindergarten;
  const number = /^0*(\d{1,2})(?:st|nd|rd|th|\.?o)?$/.exec(word)?.[1];
  return number === undefined ? ordinals.indexOf(word) + 1 || NaN : Number(number) || NaN;
}

/** Children start kindergarten at five. */
const levelAtAge = (age: number) => Math.min(adult, Math.max(preschool, age - 5));

const range = /^(\S+?)(?:-(\S+)| ?(\+|(?:and|&) (?:up|above|older|higher)))?$/;

function spanOf(text: string): Span | undefined {
  const usual = named.find(([pattern]) => pattern.test(text))?.[1];
  if (usual) return usual;
  const ages = /^(?:ages?|edad(?:es)?):? ?(.+)$/.exec(text)?.[1];
  const [, first, second = first, up] = range.exec(ages ?? text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const level = (word: string) => {
    const age = ages === undefined ? undefined : /^0*(\d{1,2})$/.exec(word)?.[1];
    return ages === undefined ? levelOf(word) : age === undefined ? NaN : levelAtAge(Number(age));
  };
  const [from, to] = [level(first), up === undefined ? level(second) : lastGrade];
  const isReal = from <= to && (ages !== undefined || to <= lastGrade);
  return isReal ? { from, to } : undefined;
}

/** Returns the spans in a text such as "K-2", "Middle/High School", or "Ages 8 and up"; undefined if one is unknown. */
function spansOf(text: string): Span[] | undefined {
  const words = plain(text.replace(/\([^)]*\)/g, " "));
  const whole = spanOf(words);
  if (whole) return [whole];
  const parts = words.split(/[,;|/&]|\band\b|\by\b/).map((part) => spanOf(part.trim()));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

const maxLength = 100; // characters; a longer text doesn't name grades
const known = new Map<string, Span[] | undefined>();

function cachedSpansOf(text: string): Span[] | undefined {
  if (text.length > maxLength) return undefined;
  const before = known.get(text);
  if (before !== undefined || known.has(text)) return before;
  const spans = spansOf(text);
  if (known.size < 1000) known.set(text, spans);
  return spans;
}

/**
 * Returns the mask of the grades in a text, as people write them: "3rd grade", "TK", "Gr. 3–5", "6th-8th", "High
 * School", "All ages". It has every grade of the library that overlaps; 0 if the text isn't about grades.
 */
export function gradesInText(text: string, grades: readonly Grade[]): number {
  const spans = cachedSpansOf(text);
  if (!spans) return 0;
  if (spans.includes(everything)) return allGrades;
  return grades.reduce((mask, { gradeId, gradeName }) => {
    if (gradeId === allGrades) return mask;
    const own = cachedSpansOf(gradeName) ?? [];
    const overlaps = own.some(({ from, to }) => spans.some((span) => from <= span.to && to >= span.from));
    return overlaps ? mask | gradeId : mask;
  }, 0);
}
