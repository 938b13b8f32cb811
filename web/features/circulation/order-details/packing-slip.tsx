import { TitleText } from "#web/language/title-text.tsx";
import type { StaffOrder } from "#contract/circulation.ts";
import type { StartConfiguration } from "#contract/content.ts";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import { copyName } from "./copy-name.ts";
import styles from "./packing-slip.module.css";
import { PostalAddress } from "./postal-address.tsx";

const codeSize = 116; // pixels, 31 mm on paper: modules of 0.8 mm

type Sender = StartConfiguration["content"];

/** The packing slip for the parcel, on US Letter. It never includes the staff's note. */
export function PackingSlip({ order, sender }: { order: StaffOrder; sender: Sender | undefined }) {
  const contact = sender?.contact;
  return (
    <article className={styles.slip} data-packing-slip>
      <header className={styles.head}>
        <div>
          <p className={styles.sender}>{sender?.site.siteName}</p>
          <p>{contact && [...contact.phones.map(({ number }) => number), contact.email].filter(Boolean).join(" · ")}</p>
        </div>
        <div className={styles.name}>
          <h1 className={styles.title}>Packing slip</h1>
          <QrCode text={writeSlip(order.orderId)} name={`Code of order #${order.orderId}`} size={codeSize} />
        </div>
      </header>
      <div className={styles.columns}>
        <section>
          <h2>Ship to</h2>
          <PostalAddress borrower={order.borrower} />
        </section>
        <dl className={styles.facts}>
          <dt>Purchase number</dt>
          <dd>{order.orderId}</dd>
          <dt>Ordered</dt>
          <dd>
            <DateText value={order.orderDate} />
          </dd>
          <dt>Shipped</dt>
          <dd>
            <DateText value={order.shipDate} />
          </dd>
          <dt>Please return by</dt>
          <dd className={styles.due}>
            <DateText value={order.returnDate} />
          </dd>
        </dl>
      </div>
      <SlipItems order={order} />
      <section className={styles.return}>
        <h2>When you send it back</h2>
        <p>
          Put this slip in the package. Insure it and use a carrier with tracking. Return shipping is roughly $4-12.
          Allow 3-5 business days for shipping so that everything arrives on or before the return date.
        </p>
      </section>
    </article>
  );
}

function SlipItems({ order }: { order: StaffOrder }) {
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">Title</th>
          <th scope="col">Category</th>
          <th scope="col">Copies</th>
          <th scope="col" className={styles.number}>
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {order.orderItems.map(({ orderItemId, quantity, inventory, orderInventoryItems }) => (
          <tr key={orderItemId}>
            <td className={styles.id}>
              <span className={styles.box} aria-hidden="true" />#{inventory.referenceNumber}
            </td>
            <td>
              <TitleText of={inventory} />
            </td>
            <td>{inventory.categoryName}</td>
            <td>{orderInventoryItems.map(({ inventoryItem }) => copyName(inventoryItem)).join(", ") || "–"}</td>
            <td className={styles.number}>{quantity}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            Total
          </th>
          <td className={styles.number}>{order.itemCount}</td>
        </tr>
      </tfoot>
    </table>
  );
}
