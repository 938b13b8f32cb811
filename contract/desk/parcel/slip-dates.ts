import { businessDaysBefore, type ClosedDays } from "#contract/site/business-days.ts";

type Dated = { shipDate: string | null; returnDate: string | null };
type Calendar = { today: string; loanDays: number; closed: ClosedDays };

/** Business days that a parcel is on its way, at most. */
const shippingAllowance = 5;

/** When everything is due back, known before it ships, and the last day to mail it. */
export function slipDates({ shipDate, returnDate }: Dated, { today, loanDays, closed }: Calendar) {
  const due = returnDate ?? addDays(shipDate ?? today, loanDays);
  return { due, postBy: businessDaysBefore(due, shippingAllowance, closed) };
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
