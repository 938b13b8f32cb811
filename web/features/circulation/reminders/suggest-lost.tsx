import { useQuery } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/circulation.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { daysOverdue } from "../status/due.ts";
import { reminderStepsQuery } from "./reminder-steps-query.ts";

/** Tells staff that what is out for very long may be lost; nothing is declared lost by itself. */
export function SuggestLost({ order }: { order: StaffOrder }) {
  const after = useQuery(reminderStepsQuery).data?.suggestLostAfter ?? 0;
  const days = daysOverdue(order);
  const isOut = order.orderItems.some(({ orderInventoryItems }) => orderInventoryItems.length > 0);
  if (after === 0 || days < after || !isOut) return null;
  return (
    <Alert tone="warning" title={`${days} days overdue`}>
      Reminders didn’t help. You can declare what is still out lost, and write the borrower what it costs.
    </Alert>
  );
}
