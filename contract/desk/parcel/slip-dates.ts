import { dueDay, type SchoolCalendar, shippingAllowance } from "#contract/schools/school-days.ts";
import { businessDaysBefore, type ClosedDays, dayAfter } from "#contract/site/business-days.ts";

type Dated = { shipDate: string | null; returnDate: string | null };
type Calendar = { today: string; loanDays: number; closed: ClosedDays; school?: SchoolCalendar | undefined };

/** When everything is due back, known before it ships, and the last day to mail it. */
export function slipDates({ shipDate, returnDate }: Dated, { today, loanDays, closed, school }: Calendar) {
  const shipped = shipDate ?? today;
  const due = returnDate ?? dueDay({ shipped, due: dayAfter(shipped, loanDays) }, school, closed);
  return { due, postBy: businessDaysBefore(due, shippingAllowance, [...closed, ...(school?.breaks ?? [])]) };
}
