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
  /** Who is served before, and has nothing held yet, first the first: from which day on each (YYYY-MM-DD, "-infinity" at once). */
  ahead: readonly string[];
  /** From which day on a copy is offered to who waits; null: at once. */
  readyOn: string | null;
};

/**
 * The days between which a copy should be there for who waits: those in which eight of ten earlier loans of the title, and of the
 * district that has the copy, came back, counted from the day that the copy is due which is theirs, and not before they need it.
 * `loanDays`: from one return to the next due day, when more wait than there are copies. Undefined where there is nothing to base it on.
 */
export function guessFor({ loans, held, daysLate, ahead, readyOn }: Known, today: string, loanDays: number) {
  const next = Array.from({ length: held }, (): LoanAhead => ({ due: dayAfter(today, loanDays), districtLate: [] }));
  const turn = turnAfter(ahead, [...loans, ...next], loanDays);
  if (!turn) return undefined;
  const sorted = [...daysLate, ...turn.districtLate].toSorted((a, b) => a - b);
  if (sorted.length < fewestReturns) return undefined;
  const day = (part: number) => {
    const late = sorted[Math.round((sorted.length - 1) * part)] ?? 0;
    return later(today, dayAfter(turn.due, (turn.before + 1) * late));
  };
  const [earliest, latest] = [day(0.1), day(0.9)];
  if (latest <= today) return undefined; // later than they usually are: nobody knows
  return { earliest: later(earliest, readyOn ?? today), latest: later(latest, readyOn ?? today) };
}

const later = (one: string, other: string) => (one > other ? one : other);

/** A copy with the day it is due from the last of those before, and how many of them have it until then. */
type Turn = LoanAhead & { before: number };

/** The copy that is left when all who are before had theirs. What comes back before they need it is theirs all the same. */
function turnAfter(ahead: readonly string[], loans: readonly LoanAhead[], loanDays: number): Turn | undefined {
  const copies = loans.map((loan): Turn => ({ ...loan, before: 0 }));
  const first = () => copies.toSorted((one, other) => (one.due < other.due ? -1 : Number(one.due > other.due)))[0];
  const waiting = [...ahead];
  for (;;) {
    const copy = first();
    if (!copy || copy.before >= mostLoans) return undefined;
    const at = waiting.findIndex((readyOn) => readyOn <= copy.due);
    if (at === -1) return copy;
    waiting.splice(at, 1);
    copies[copies.indexOf(copy)] = { ...copy, due: dayAfter(copy.due, loanDays), before: copy.before + 1 };
  }
}
