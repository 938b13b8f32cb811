import { largest } from "#contract/catalog/codes.ts";
import type { Grade } from "#contract/catalog/catalog.ts";

// A title's grades are a mask with one bit per grade. 63 means "all grades", including any added later; 63 with the bit
// `just` means those six grades and no others.

export const allGrades = 63;
/** Maximum grades, including hidden ones: bits 0 to 29. */
export const maxGrades = 30;
export const just = 2 ** maxGrades;

export const isForAll = (mask: number) => (mask & (allGrades | just)) === allGrades;

const bits = (mask: number) => mask & (just - 1);

type AnyGrade = Pick<Grade, "gradeId">;

const single = <G extends AnyGrade>(grades: readonly G[]) => grades.filter(({ gradeId }) => gradeId !== allGrades);

/** Returns the grades of a mask, or only "All grades". */
export function gradesOfMask<G extends AnyGrade>(mask: number, grades: readonly G[]): G[] {
  if (isForAll(mask)) return grades.filter(({ gradeId }) => gradeId === allGrades);
  return single(grades).filter(({ gradeId }) => (mask & gradeId) !== 0);
}

/** Builds the mask of chosen grades; all offered ones together mean "All grades". */
export function maskOfGrades(chosen: readonly number[], offered: readonly AnyGrade[]): number {
  if (chosen.includes(allGrades)) return allGrades;
  const mask = chosen.reduce((all, each) => all | each, 0);
  if (mask !== 0 && single(offered).every(({ gradeId }) => (mask & gradeId) !== 0)) return allGrades;
  return (mask & allGrades) === allGrades ? mask | just : mask;
}

/** Toggles a grade of a mask; "All grades" toggles all of them. */
export function toggleGrade(mask: number, gradeId: number, offered: readonly AnyGrade[]): number {
  if (gradeId === allGrades) return isForAll(mask) ? 0 : allGrades;
  const every = single(offered).map((grade) => grade.gradeId);
  const before = isForAll(mask) ? every : gradesOfMask(mask, offered).map((grade) => grade.gradeId);
  const now = before.includes(gradeId) ? before.filter((each) => each !== gradeId) : [...before, gradeId];
  return maskOfGrades(now, offered);
}

export const hasGrade = (mask: number, gradeId: number) =>
  isForAll(mask) || (gradeId !== allGrades && (mask & gradeId) !== 0);

export function isMaskOf(mask: number, grades: readonly AnyGrade[]): boolean {
  const every = grades.reduce((all, { gradeId }) => all | gradeId, 0);
  const isPlain = mask < just || (mask & allGrades) === allGrades;
  return mask <= largest.integer && bits(mask) !== 0 && (bits(mask) & ~every) === 0 && isPlain;
}

/** Returns the bits that a filter by this grade matches: all of them for "All grades". */
export const bitsToMatch = (gradeId: number) => (isForAll(gradeId) ? just - 1 : bits(gradeId));
