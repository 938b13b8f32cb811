import { largest } from "#contract/catalog/codes.ts";
import type { Grade } from "#contract/catalog/catalog.ts";

// A title's grades are a mask with one bit per grade. A mask of 63 means "all grades", including grades that managers
// add later; 63 plus the bit `onlyTheseBit` means those six grades and no others.

export const allGrades = 63;
/** The maximum number of grades, including hidden ones: bits 0 to 29. */
export const maxGrades = 30;
export const onlyTheseBit = 2 ** maxGrades;

export const isForAll = (mask: number) => (mask & (allGrades | onlyTheseBit)) === allGrades;

const bits = (mask: number) => mask & (onlyTheseBit - 1);

type AnyGrade = Pick<Grade, "gradeId">;

const single = <G extends AnyGrade>(grades: readonly G[]) => grades.filter(({ gradeId }) => gradeId !== allGrades);

/** Returns the grades of a mask, or only "All grades". */
export function gradesOfMask<G extends AnyGrade>(mask: number, grades: readonly G[]): G[] {
  if (isForAll(mask)) return grades.filter(({ gradeId }) => gradeId === allGrades);
  return single(grades).filter(({ gradeId }) => (mask & gradeId) !== 0);
}

/** Builds the mask for a choice of grades. Choosing every offered grade means "All grades". */
export function maskOfGrades(gradeIds: readonly number[], offered: readonly AnyGrade[]): number {
  if (gradeIds.includes(allGrades)) return allGrades;
  const mask = gradeIds.reduce((all, each) => all | each, 0);
  if (mask !== 0 && single(offered).every(({ gradeId }) => (mask & gradeId) !== 0)) return allGrades;
  return (mask & allGrades) === allGrades ? mask | onlyTheseBit : mask;
}

/** Toggles a grade in a mask. Toggling "All grades" selects or clears every grade. */
export function toggleGrade(mask: number, gradeId: number, offered: readonly AnyGrade[]): number {
  if (gradeId === allGrades) return isForAll(mask) ? 0 : allGrades;
  const allIds = single(offered).map((grade) => grade.gradeId);
  const previous = isForAll(mask) ? allIds : gradesOfMask(mask, offered).map((grade) => grade.gradeId);
  const selected = previous.includes(gradeId) ? previous.filter((each) => each !== gradeId) : [...previous, gradeId];
  return maskOfGrades(selected, offered);
}

export const hasGrade = (mask: number, gradeId: number) =>
  isForAll(mask) || (gradeId !== allGrades && (mask & gradeId) !== 0);

export function isMaskOf(mask: number, grades: readonly AnyGrade[]): boolean {
  const allIds = grades.reduce((all, { gradeId }) => all | gradeId, 0);
  const isPlain = mask < onlyTheseBit || (mask & allGrades) === allGrades;
  return mask <= largest.integer && bits(mask) !== 0 && (bits(mask) & ~allIds) === 0 && isPlain;
}

/** Returns the bits that a filter for this grade matches: every bit for "All grades". */
export const bitsToMatch = (gradeId: number) => (isForAll(gradeId) ? onlyTheseBit - 1 : bits(gradeId));
