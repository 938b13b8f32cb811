import type { StaffOrder } from "#contract/circulation.ts";
import type { CopyElsewhere } from "#contract/desk/packing.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { PrintedParts } from "#web/features/circulation/printing/printed-parts.tsx";
import styles from "./packing.module.css";
import { picksOf } from "./pick-list.ts";

type PickListProps = {
  orders: readonly StaffOrder[];
  /** Free copies that do not stand with their title. */
  elsewhere: readonly CopyElsewhere[];
};

/** What to fetch from the shelves for these orders, on paper. */
export function PrintPickList({ orders, elsewhere }: PickListProps) {
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
              <td>
                {item.shelfPlace || "–"}
                {elsewhere
                  .filter(({ inventoryId }) => inventoryId === item.inventoryId)
                  .map((copy) => (
                    <p key={copy.copyNumber}>
                      {copyName(copy)}: {copy.shelfPlace}
                    </p>
                  ))}
              </td>
              <td>#{item.referenceNumber}</td>
              <td>
                <TitleText of={item} />
                <PrintedParts parts={item.parts} />
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
