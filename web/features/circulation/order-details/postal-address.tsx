import type { Order } from "#contract/circulation.ts";
import styles from "./postal-address.module.css";

/** A mailing address: name, school, street, city, as on an envelope. */
export function PostalAddress({ borrower }: { borrower: Order["borrower"] }) {
  const { street, city, state, zip } = borrower.address;
  const lines = [borrower.borrowerName, borrower.schoolName, street, `${city}, ${state} ${zip}`];
  return (
    <address className={styles.address}>
      {lines.map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </address>
  );
}
