import { TitleText } from "#web/language/title-text.tsx";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import type { StartConfiguration } from "#contract/content.ts";
import type { ParcelDays } from "#contract/desk/packing.ts";
import { writeSlip } from "#contract/desk/slip-code.ts";
import type { ClosedDays } from "#contract/site/business-days.ts";
import { PrintedParts, TickBox } from "#web/features/circulation/printing/printed-parts.tsx";
import { copiesToSend, linesBelowName, withName } from "#contract/desk/parcel/addresses.ts";
import { type ReturnCosts, returnCostInWords } from "#contract/desk/parcel/return-cost.ts";
import { slipDates } from "#contract/desk/parcel/slip-dates.ts";
import { today } from "#web/features/circulation/status/due.ts";
import { formatDay } from "#web/lib/dates.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import styles from "./packing-slip.module.css";
import { PostalAddress } from "./postal-address.tsx";

const codeSize = 116; // pixels, 31 mm on paper: modules of 0.8 mm

/** Whose parcels these are, its calendar, what the way back costs by weight, and days that the server knows of orders. */
export type Sender = {
  configuration: StartConfiguration | undefined;
  closed: ClosedDays;
  costs: ReturnCosts;
  days: ReadonlyMap<number, Pick<ParcelDays, "due" | "postBy">> | undefined;
};

/** The packing slip for the parcel, on US Letter, with an address to tear off. It never includes the staff's note. */
export function PackingSlip({ order, sender }: { order: StaffOrder; sender: Sender }) {
  const { configuration, closed, costs, days } = sender;
  const content = configuration?.content;
  const contact = content?.contact;
  const dates =
    days?.get(order.orderId) ?? slipDates(order, { today: today(), loanDays: configuration?.loanDays ?? 30, closed });
  return (
    <article className={styles.slip} data-packing-slip>
      <header className={styles.head}>
        <div>
          <p className={styles.sender}>{content?.site.siteName}</p>
          {content && (
            <p className={styles.lines}>
              {linesBelowName(content.site.siteName, content.contact.postalAddress).join("\n")}
            </p>
          )}
          <p>{contact && [...contact.phones.map(({ number }) => number), contact.email].filter(Boolean).join(" · ")}</p>
        </div>
        <div className={styles.code}>
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
          <dd>{order.shipDate ? <DateText value={order.shipDate} /> : "–"}</dd>
          <dt>Mail it back by</dt>
          <dd className={styles.due}>
            <DateText value={dates.postBy} />
          </dd>
          <dt>Please return by</dt>
          <dd className={styles.due}>
            <DateText value={dates.due} />
          </dd>
        </dl>
      </div>
      <SlipItems order={order} />
      <section className={styles.return}>
        <h2>When you send it back</h2>
        <p>
          Send back everything on this list, and put this slip in the package. Insure it and use a carrier with
          tracking. Return shipping is {returnCostInWords(order.orderItems, costs)}. Allow 3-5 business days for
          shipping: mail it by <DateText value={dates.postBy} inSentence />, so that everything arrives on or before{" "}
          <DateText value={dates.due} inSentence />.
        </p>
      </section>
      {content?.contact.postalAddress && (
        <TearOff order={order} name={content.site.siteName} address={content.contact.postalAddress} />
      )}
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
          <th scope="col">To send back</th>
          <th scope="col" className={styles.number}>
            Quantity
          </th>
        </tr>
      </thead>
      {order.orderItems.map((line) => (
        <SlipLine key={line.orderItemId} line={line} />
      ))}
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Total
          </th>
          <td className={styles.number}>{order.itemCount}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A title: its copies, each with a box to tick, and of a kit the parts of each copy in a row of their own. */
function SlipLine({ line }: { line: OrderItem }) {
  const { inventory, quantity } = line;
  const copies = copiesToSend(line, formatDay);
  const isKit = inventory.parts !== "";
  return (
    <tbody className={styles.line}>
      <tr>
        <td className={styles.id}>#{inventory.referenceNumber}</td>
        <td>
          <TitleText of={inventory} />
          <p className={styles.category}>{inventory.categoryName}</p>
        </td>
        <td>{isKit ? "Every part below" : <Copies names={copies} />}</td>
        <td className={styles.number}>{quantity}</td>
      </tr>
      {isKit &&
        copies.map((name, at) => (
          <tr key={at}>
            <td colSpan={4} className={styles.kit}>
              <Copies names={[name]} />
              <PrintedParts parts={inventory.parts} />
            </td>
          </tr>
        ))}
    </tbody>
  );
}

function Copies({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.copies}>
      {names.map((name, at) => (
        <li key={at} className={styles.name}>
          <TickBox />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The label of the way back, to tear off and glue on the parcel. */
function TearOff({ order, name, address }: { order: StaffOrder; name: string; address: string }) {
  return (
    <section className={styles.tearOff}>
      <div>
        <h2>From</h2>
        <PostalAddress borrower={order.borrower} />
        <p>Order #{order.orderId}</p>
      </div>
      <div className={styles.to}>
        <h2>To</h2>
        <address className={styles.lines}>{withName(name, address)}</address>
      </div>
    </section>
  );
}
