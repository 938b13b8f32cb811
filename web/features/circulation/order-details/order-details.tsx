import type { StaffOrder } from "#contract/circulation.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderLines } from "./order-lines.tsx";
import styles from "./order-details.module.css";
import { PastAssignments } from "./past-assignments.tsx";

/** A read-only order. */
export function OrderDetails({ order }: { order: StaffOrder }) {
  return (
    <Stack>
      <OrderFacts order={order} />
      <OrderLines order={order} />
      <Card heading="Note">
        {order.orderNote ? <p className={styles.note}>{order.orderNote}</p> : <p className={styles.none}>No note.</p>}
      </Card>
      <PastAssignments order={order} />
    </Stack>
  );
}
