import type { StaffOrder } from "#contract/circulation.ts";
import { TitleText } from "#web/language/title-text.tsx";
import styles from "./packing.module.css";
import { picksOf } from "./pick-list.ts";

/** What to fetch from the shelves for these orders, on paper. */
export function PrintPickList({ orders }: { orders: readonly StaffOrder[] }) {
  const picks = picksOf(orders);
  const copies = picks.reduce((sum, pick) => sum + pick.copies, 0);
  return (
    <article data-print-only>
      <h1>Pick list</h1>
      <p>
        {copies} {copies === 1 ? "copy" : "copies"} for orders {orders.map(({ orderId }) => `#${orderId}`).join(", ")}
      </p>
      <table className={styles.picks}>
        <thead>
          <tr>
            <th scope="col">Shelf</th>
            <th scope="col">ID</th>
            <th scope="col">Title</th>
            <th scope="col">Copies</th>
            <th scope="col">For orders</th>
          </tr>
        </thead>
        <tbody>
          {picks.map(({ item, copies: wanted, orders: wanting }) => (
            <tr key={item.inventoryId}>
              <td>{item.shelfPlace || "–"}</td>
              <td>#{item.referenceNumber}</td>
              <td>
                <TitleText of={item} />
              </td>
              <td>{wanted}</td>
              <td>
                {wanting
                  .map(({ orderId, copies: some }) => (some > 1 ? `#${orderId} (${some})` : `#${orderId}`))
                  .join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
