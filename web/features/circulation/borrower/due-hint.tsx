import type { OrderSummary } from "#contract/circulation.ts";
import { daysOverdue, today } from "#web/features/circulation/status/due.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** What a borrower who is late should do; nothing for everybody else. */
export function DueHint({ order }: { order: OrderSummary }) {
  if (daysOverdue(order, today()) === 0) return null;
  return (
    <Alert tone="warning" title="This order is overdue">
      It was due back on <DateText value={order.returnDate} />. Please send it back, insured and with a carrier that can
      be traced. If it is on its way already, there is nothing more to do.
    </Alert>
  );
}
