import { businessDaysAfter, type ClosedDays, dayAfter } from "#contract/site/business-days.ts";

/** With more loans than this before a turn, nobody can tell when it comes. */
const maxLoansBefore = 3;

/** What an estimate for a place on a waitlist depends on. */
export type Outlook = {
  /** When each copy that is out is due, YYYY-MM-DD. */
  dueOn: readonly string[];
  /** Copies on hold, which are lent next. */
  held: number;
  /** People who go before, without a copy on hold. */
  ahead: number;
};

/** `loanDays` pass from one return to the next due date; a returned copy is inspected for `inspectionDays` business days. */
export type LoanRules = { today: string; loanDays: number; inspectionDays: number; closed: ClosedDays };

/**
 * The day a copy should be ready for a place, by due dates and the lending rules; null if no copy is out, or the turn is too far
 * off. Overdue copies don't count: nobody knows when they'll be back.
 */
export function expectedDay(
  { dueOn, held, ahead }: Outlook,
  { today, loanDays, inspectionDays, closed }: LoanRules,
): string | null {
  const onHold = Array.from({ length: held }, () => dayAfter(today, loanDays));
  const returns = [...dueOn.filter((day) => day >= today), ...onHold]
    .flatMap((day) => Array.from({ length: maxLoansBefore }, (_, loans) => dayAfter(day, loans * loanDays)))
    .toSorted();
  const turn = returns[ahead];
  return turn === undefined ? null : businessDaysAfter(turn, inspectionDays, closed);
}
