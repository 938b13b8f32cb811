import type { BorrowerRow } from "#contract/people/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { SearchX } from "#web/ui/icons.tsx";
import { BorrowerBadges } from "./borrower-badges.tsx";
import styles from "./borrower-list.module.css";
import { borrowers } from "./borrower-queries.ts";
import { Page } from "#web/ui/layout.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function BorrowersPage() {
  return (
    <Page heading="Borrowers">
      <List
        of={borrowers}
        name="borrowers"
        columns={columns}
        rowKey={({ borrowerId }) => borrowerId}
        className={styles.borrowers}
        count={({ total }) => `${total.toLocaleString("en-US")} ${total === 1 ? "borrower" : "borrowers"}`}
        csv={(query) => call("GET Borrowers/csv", { query })}
        empty="Borrowers appear here when they register."
        noMatch="No borrowers match."
        emptyIcon={<SearchX size={28} />}
      />
    </Page>
  );
}

const columns: Column<BorrowerRow>[] = [
  {
    head: "Name",
    names: true,
    cell: ({ borrowerId, borrowerName, emailAddress }) => (
      <div className={styles.who}>
        <RowLink to={`/admin/borrowers/${borrowerId}`}>{borrowerName}</RowLink>
        <span className={styles.side}>{emailAddress}</span>
      </div>
    ),
  },
  {
    head: "School",
    className: styles.school,
    cell: ({ schoolName, schoolDistrict }) => (
      <div className={styles.who}>
        {schoolName}
        <span className={styles.side}>{schoolDistrict}</span>
      </div>
    ),
  },
  { head: "Orders", number: true, className: styles.number, cell: ({ orders }) => orders },
  { head: "Out", number: true, className: styles.number, cell: ({ copiesOut }) => copiesOut },
  { head: "Due", className: styles.number, cell: ({ dueDate }) => <DateText value={dueDate} /> },
  { head: "Alerts", className: styles.alerts, cell: (row) => <BorrowerBadges of={row} /> },
];
