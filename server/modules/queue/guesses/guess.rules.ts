/** Fewer returns of a title say too little about how late its borrowers usually are. */
export const fewestReturns = 5;

/** What is known of a title: when its loans are due (YYYY-MM-DD), those due first, and how many days late earlier ones came. */
export type Known = { dueDays: readonly string[]; daysLate: readonly number[] };

/**
 * The days between which a copy should be there for who has `ahead` others before them: those in which eight of ten earlier
 * loans came back, counted from the day that the copy is due which is theirs. Undefined where there is nothing to base it on.
 */
export function guessFor(ahead: number, { dueDays, daysLate }: Known, today: string) {
  const due = dueDays[ahead];
  if (due === undefined || daysLate.length < fewestReturns) return undefined;
  const sorted = daysLate.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? 0;
  const day = (late: number) => {
    const on = new Date(Date.parse(`${due}T00:00:00Z`) + late * 86_400_000).toISOString().slice(0, 10);
    return on < today ? today : on;
  };
  const guess = { earliest: day(at(0.1)), latest: day(at(0.9)) };
  return guess.latest > today ? guess : undefined; // later than they usually are: nobody knows
}
