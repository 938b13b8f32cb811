import type { Order } from "#contract/circulation.ts";
import { addressLines } from "#contract/desk/parcel.ts";
import styles from "./postal-address.module.css";

/** A mailing address, as on an envelope. */
export function PostalAddress({ borrower }: { borrower: Order["borrower"] }) {
  return (
    <address className={styles.address}>
      {addressLines(borrower).map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </address>
  );
}
