import type { StaffOrder } from "#contract/circulation.ts";
import { PackingSlip, type Sender } from "#web/features/circulation/order-details/packing-slip.tsx";
import styles from "./printing.module.css";

/** Packing slips for print, one order a page. */
export function PrintSlips({ orders, sender }: { orders: readonly StaffOrder[]; sender: Sender }) {
  return (
    <div data-print-only>
      {orders.map((order) => (
        <div key={order.orderId} className={styles.page}>
          <PackingSlip order={order} sender={sender} />
        </div>
      ))}
    </div>
  );
}
