import { dayAfter } from "#contract/site/business-days.ts";

/** Fewer returns say too little about how late a copy usually is. */
export const fewestReturns = 5;

/** Nobody can tell how often a copy goes out and comes back before a turn that is further away. */
const mostLoans = 3;

/** A copy that somebody has: when it is due (YYYY-MM-DD), and how many days late that school's district was before. */
export type LoanAhead = { due: string; districtLate: readonly number[] };

/** What is known of a title and its line. */
export type Known = {
  loans: readonly LoanAhead[];
  /** Copies that are held for others in line: they are lent next. */
  held: number;
  /** How many days late earlier loans of the title came back. */
  daysLate: readonly number[];
  /** Who is served before, and has no copy held yet. */
  ahead: number;
};

/**
 * The days between which a copy should be there for who waits: those in which eight of ten earlier loans of the title, and of the
 * district that has the copy, came back, counted from the day that the copy is due which is theirs. `loanDays`: from one return to
 * the next due day, when more wait than there are copies. Undefined where there is nothing to base it on.
 */
export function guessFor({ loans, held, daysLate, ahead }: Known, today: string, loanDays: number) {
  const next = Array.from({ length: held }, (): LoanAhead => ({ due: dayAfter(today, loanDays), districtLate: [] }));
  const all = [...loans, ...next].toSorted((one, other) => (one.due < other.due ? -1 : Number(one.due > other.due)));
  const loan = all[ahead % all.length];
  const before = Math.floor(ahead / all.length); // loans of that copy to others who wait
  if (!loan || before >= mostLoans) return undefined;
  const sorted = [...daysLate, ...loan.districtLate].toSorted((a, b) => a - b);
  if (sorted.length < fewestReturns) return undefined;
  const day = (part: number) => {
    const late = sorted[Math.round((sorted.length - 1) * part)] ?? 0;
    const on = dayAfter(loan.due, before * loanDays + (before + 1) * late);
    return on < today ? today : on;
  };
  const guess = { earliest: day(0.1), latest: day(0.9) };
  return guess.latest > today ? guess : undefined; // later than they usually are: nobody knows
}
