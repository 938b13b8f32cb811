import type { Order } from "#contract/circulation.ts";
import styles from "./postal-address.module.css";

/** A mailing address: name, school, street, city, as on an envelope. */
export function PostalAddress({ borrower }: { borrower: Order["borrower"] }) {
  const { street, city, state, zip } = borrower.address;
  return (
    <address className={styles.address}>
      <span>{borrower.borrowerName}</span>
      <span>{borrower.schoolName}</span>
      <span>{street}</span>
      <span>
        {city}, {state} {zip}
      </span>
    </address>
  );
}
