import type { StaffOrder } from "#contract/circulation.ts";
import { type CopyToPick, ordersInWords, picksInWords, picksOf } from "#contract/desk/parcel/pick-list.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { PrintedParts } from "#web/features/circulation/printing/printed-parts.tsx";
import styles from "./packing.module.css";

type PickListProps = {
  orders: readonly StaffOrder[];
  /** The copies that are checked out to them next. */
  copies: readonly CopyToPick[];
};

/** What to fetch from the shelves for these orders, on paper. */
export function PrintPickList({ orders, copies }: PickListProps) {
  const picks = picksOf(orders, copies);
  return (
    <article data-print-only>
      <h1>Pick list</h1>
      <p>{picksInWords(picks, orders)}</p>
      <table className={styles.picks}>
        <thead>
          <tr>
            <th scope="col">Shelf</th>
            <th scope="col">Copies</th>
            <th scope="col">Title</th>
            <th scope="col">How many</th>
            <th scope="col">For orders</th>
          </tr>
        </thead>
        <tbody>
          {picks.map(({ item, place, copies: these, count, orders: wanting }, at) => (
            <tr key={at}>
              <td>{place}</td>
              <td>
                {these.length === 0 && <p>#{item.referenceNumber}</p>}
                {these.map((copy) => (
                  <p key={copy.copyNumber}>{copyName(copy)}</p>
                ))}
              </td>
              <td>
                <TitleText of={item} />
                <PrintedParts parts={item.parts} />
              </td>
              <td>{count}</td>
              <td>{ordersInWords(wanting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
