import type { Grade } from "#contract/catalogue.ts";

/** The first of the grades, "All grades", is the mask of all the others; the others are one bit each. */
function fullMask(grades: readonly Grade[]): number {
  return grades.reduce((mask, { gradeId }) => mask | gradeId, 0);
}

/** Whether a grade is among those of a mask: "All grades" only when none is missing. */
export function isChosen(mask: number, gradeId: number): boolean {
  return (mask & gradeId) === gradeId;
}

/** The mask after a grade's box was pressed. "All grades" sets every bit, or none. */
export function toggleGrade(mask: number, gradeId: number, grades: readonly Grade[]): number {
  const full = fullMask(grades);
  if (gradeId === full) return isChosen(mask, full) ? 0 : full;
  return (mask & full) ^ gradeId;
}
