import { categories } from "#contract/catalog/codes.ts";
import { isLibrivox, type SourceRow } from "./source-row.ts";
import { pick } from "./chance.ts";

const categoryIds = new Map([
  ["Book", categories.book],
  ["Video", categories.video],
  ["Audio", categories.audio],
]);

export function categoryOf(row: SourceRow): number {
  return required(categoryIds.get(row.category), `category ${row.category}`);
}

/** The source's topics with the subject ids of db/reference-data.sql. */
const subjectIds = new Map([
  ["", 1],
  ["Comprehensive Health", 1],
  ["Alcohol- and Other Drug-Use Prevention", 2],
  ["Food and Nutrition", 3],
  ["Mental and Emotional Health", 4],
  ["Personal Health and Wellness", 5],
  ["Physical Activity", 6],
  ["Safety", 7],
  ["Sexual Health", 8],
  ["Tobacco-Use Prevention", 9],
  ["Violence Prevention", 10],
]);
const hivPrevention = 11;

/** Returns the subject id. Titles that mention HIV or AIDS are HIV Prevention, which isn't a topic of the source. */
export function subjectOf(row: SourceRow): number {
  const mentionsHiv = [row.title, ...row.headings].some((text) => /\b(?:HIV|AIDS|VIH|SIDA)\b/u.test(text));
  return mentionsHiv ? hivPrevention : required(subjectIds.get(row.topic), `topic ${row.topic}`);
}

const preschool = 1;
const k2 = 2;
const grades35 = 4;
const grades68 = 8;
const grades912 = 16;
const adult = 32;
export const allGrades = 63;

const weights = {
  youngReader: [[30, k2 | grades35], [35, grades35 | grades68], [35, k2 | grades35 | grades68]],
  professional: [[75, adult], [25, grades912 | adult]],
  video: [[35, allGrades], [35, grades68 | grades912 | adult], [30, grades912 | adult]],
  general: [[25, allGrades], [30, grades912 | adult], [20, grades68 | grades912], [15, grades68 | grades912 | adult], [10, grades35 | grades68 | grades912]],
} as const; // prettier-ignore

type Rule = readonly [words: RegExp, mask: number];

/** For young children or the adults around them; in English and Spanish, like the other rules. */
const forHome: readonly Rule[] = [
  [/\bcoloring|colorear|activity book|\bkids pages|\bniños de 8/iu, k2 | grades35],
  [/mother goose|nursery|\bbaby's own|picture book|bedtime|lullab/iu, preschool | k2],
  [
    /\bparents?\b|\bpadres\b|caregiver|cuidador|your kids?\b|\byour (?:child|teen)|famil(?:y|ies|ias?)\b|breastfe|pregnan|embaraz/iu,
    adult,
  ],
  [/\binfants?\b|\bbab(?:y|ies)\b|bebé|toddler/iu, adult],
];

/** For professionals: staff, clinics, industry, statistics. */
const forWork =
  /clinic|provider|physician|patient|practitioner|professional|prosecutor|responder|fire ?fighter|workplace|worker|employ|occupational|OSHA|NIOSH|industr|veteran|statistic|survey|surveillance|toolkit|guidance|guideline|polic(?:y|ies)|program|report\b|evaluation|estimate|trend|\bdata\b|\bact\b|research|proveedor|trabaj|empleado|personal de|older (?:people|adults)|mayores|envejecimiento|work(?:ing)? safely|nursing home|military|army|hospital|medicare|effective date|United States, .*\d{4}/iu;

/** For a school's grades or their teachers. */
const forSchool: readonly Rule[] = [
  [/\bmiddle school|preadolescen|preteen|\btweens?\b/iu, grades68],
  [/\bhigh school|\bprom\b|secundaria/iu, grades912],
  [/\bcollege|universi|young adult|campus/iu, grades912 | adult],
  [/\bteachers?\b|\bschools?\b|\bstudents?\b|classroom|escuela/iu, grades68 | grades912 | adult],
  [/\bteens?\b|teenage|adolescen|\byouth\b|jóvenes|\bgirls?\b|\bboys?\b|juvenile/iu, grades68 | grades912],
  [/\bchild(?:ren)?\b|\bniñ[oa]s?\b/iu, adult | grades35],
];

/** Returns the grades as a mask that is never 0: by the title's audience, then its words, then by chance. */
export function gradeMaskOf(row: SourceRow): number {
  const home = maskBy(forHome, row.title);
  if (/^(?:Juvenile|Primary|Pre-adolescent)$/u.test(row.audience)) {
    return home !== undefined && home !== adult ? home : pick("grades", row.id, weights.youngReader);
  }
  if (row.audience === "Adult" || row.audience === "Specialized") return adult;
  if (row.audience === "General") return allGrades;
  if (home !== undefined) return home;
  if (isLibrivox(row) || forWork.test(row.title)) return pick("grades", row.id, weights.professional);
  const school = maskBy(forSchool, row.title);
  return school ?? pick("grades", row.id, row.category === "Video" ? weights.video : weights.general);
}

function maskBy(rules: readonly Rule[], title: string): number | undefined {
  return rules.find(([words]) => words.test(title))?.[1];
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The demonstration catalog has an unknown ${what}.`);
  return value;
}
