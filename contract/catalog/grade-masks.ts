import { largest } from "#contract/catalog/codes.ts";
import type { Grade } from "#contract/catalog/catalog.ts";

// A title's grades are a mask: one bit for each grade. "All grades" is the number 63, whatever grades are added or hidden:
// a title with every bit of it is for those, too. `just` beside them says that it is for these grades and no others.

/** The id of "All grades". */
export const allGrades = 63;
/** The grades that a library can have, hidden ones included: bits 0 to 29. */
export const maxGrades = 30;
/** The bit that turns "all grades" into just the grades whose bits are there. */
export const just = 2 ** maxGrades;

export const isForAll = (mask: number) => (mask & (allGrades | just)) === allGrades;

const bits = (mask: number) => mask & (just - 1);

type AnyGrade = Pick<Grade, "gradeId">;

const single = <One extends AnyGrade>(grades: readonly One[]) => grades.filter(({ gradeId }) => gradeId !== allGrades);

/** The grades of a mask: "All grades" alone, or each. */
export function gradesOfMask<One extends AnyGrade>(mask: number, grades: readonly One[]): One[] {
  if (isForAll(mask)) return grades.filter(({ gradeId }) => gradeId === allGrades);
  return single(grades).filter(({ gradeId }) => (mask & gradeId) !== 0);
}

/** The mask of chosen grades: all that are offered are "All grades". */
export function maskOfGrades(chosen: readonly number[], offered: readonly AnyGrade[]): number {
  if (chosen.includes(allGrades)) return allGrades;
  const mask = chosen.reduce((all, each) => all | each, 0);
  if (mask !== 0 && single(offered).every(({ gradeId }) => (mask & gradeId) !== 0)) return allGrades;
  return (mask & allGrades) === allGrades ? mask | just : mask;
}

/** The mask after a grade was ticked or unticked; "All grades" ticks all of them, or none. */
export function toggleGrade(mask: number, gradeId: number, offered: readonly AnyGrade[]): number {
  if (gradeId === allGrades) return isForAll(mask) ? 0 : allGrades;
  const every = single(offered).map((grade) => grade.gradeId);
  const before = isForAll(mask) ? every : gradesOfMask(mask, offered).map((grade) => grade.gradeId);
  const now = before.includes(gradeId) ? before.filter((each) => each !== gradeId) : [...before, gradeId];
  return maskOfGrades(now, offered);
}

/** Whether a grade is ticked: every one where it is for all. */
export const hasGrade = (mask: number, gradeId: number) =>
  isForAll(mask) || (gradeId !== allGrades && (mask & gradeId) !== 0);

export function isMaskOf(mask: number, grades: readonly AnyGrade[]): boolean {
  const every = grades.reduce((all, { gradeId }) => all | gradeId, 0);
  const isPlain = mask < just || (mask & allGrades) === allGrades;
  return mask <= largest.integer && bits(mask) !== 0 && (bits(mask) & ~every) === 0 && isPlain;
}

/** The bits that a filter by a grade looks for; all of them for "All grades". */
export const bitsWanted = (gradeId: number) => (isForAll(gradeId) ? just - 1 : bits(gradeId));
