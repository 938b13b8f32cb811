import type { ComponentProps } from "react";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { dollars } from "#contract/wire/money.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { CircleAlert } from "#web/ui/icons.tsx";
import { BlockedNotice } from "./block-borrower.tsx";
import { UnconfirmedAlert } from "./confirm-mailbox.tsx";
import { BorrowerAccount } from "./edit-borrower.tsx";
import styles from "./one-borrower.module.css";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ofBorrowers } from "./borrower-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { TextAreaField } from "#web/ui/forms/text-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import { copyName, DateText, TimeText } from "#web/lib/formats.tsx";

export function OneBorrower({ of }: { of: BorrowerPage }) {
  const more = of.orders - of.latestOrders.length;
  return (
    <Stack>
      <BlockedNotice of={of} />
      {!of.isMailboxConfirmed && (
        <UnconfirmedAlert borrowerId={of.borrowerId} emailAddress={of.emailAddress} title="Email not confirmed">
          Until the borrower confirms it, they can only reserve dates in the next 30 days, and we’ll cancel their orders
          72 hours after the first one.
        </UnconfirmedAlert>
      )}
      <div className={styles.pair}>
        <BorrowerAccount of={of} />
        <BorrowerNotes of={of} />
      </div>
      <Card heading={`Current loans (${of.out.length})`}>
        <Rows caption="Current loans" rows={of.out} columns={loanColumns} rowKey={keyOfLoan} none="No current loans." />
      </Card>
      <Card
        heading={`Orders (${of.orders})`}
        actions={
          more > 0 && <Link to={`/admin/orderlist?q=${encodeURIComponent(of.emailAddress)}`}>Show all orders</Link>
        }
      >
        <Rows
          caption="Orders, newest first"
          rows={of.latestOrders}
          columns={orderColumns}
          rowKey="orderId"
          none="No orders yet."
        />
      </Card>
      <Card heading={`Claims (${of.openClaims} open)`}>
        <Rows caption="Claims" rows={of.claims} columns={claimColumns} rowKey="claimId" none="No claims." />
      </Card>
      <Card heading="Emails">
        <Rows
          caption="Emails, newest first"
          rows={of.mails}
          columns={mailColumns}
          rowKey="mailId"
          none="No emails in the last three months."
        />
      </Card>
    </Stack>
  );
}

function Rows<Row>({ none, ...table }: ComponentProps<typeof Table<Row>> & { none: string }) {
  return table.rows.length === 0 ? <p className={styles.none}>{none}</p> : <Table {...table} />;
}

type Loan = BorrowerPage["out"][number];
const keyOfLoan = ({ orderId, inventoryId, copyNumber }: Loan) => `${orderId} ${inventoryId} ${copyNumber}`;

const loanColumns: Column<Loan>[] = [
  {
    head: "Title",
    names: true,
    cell: (copy) => (
      <Link to={`/admin/viewitem/${copy.inventoryId}`}>
        <TitleText of={copy} />
      </Link>
    ),
  },
  { head: "Copy", whole: true, cell: copyName },
  { head: "Order", cell: ({ orderId }) => <Link to={`/admin/orderdetails/${orderId}`}>#{orderId}</Link> },
  { head: "Shipped", cell: ({ shipDate }) => <DateText value={shipDate} /> },
  {
    head: "Due",
    cell: ({ dueDate, isLate }) => (
      <>
        <DateText value={dueDate} />
        {isLate && (
          <>
            {" "}
            <Badge tone="danger" icon={<CircleAlert size={16} />}>
              Late
            </Badge>
          </>
        )}
      </>
    ),
  },
];

const orderColumns: Column<BorrowerPage["latestOrders"][number]>[] = [
  {
    head: "Order",
    names: true,
    cell: ({ orderId }) => (
      <Link to={`/admin/orderdetails/${orderId}`} data-row-link>
        Order #{orderId}
      </Link>
    ),
  },
  { head: "Ordered", cell: ({ orderDate }) => <DateText value={orderDate} /> },
  { head: "Items", number: true, cell: ({ itemCount }) => itemCount },
  { head: "Status", cell: ({ statusName }) => statusName },
  { head: "Due", cell: ({ dueDate }) => <DateText value={dueDate} /> },
];

const claimColumns: Column<BorrowerPage["claims"][number]>[] = [
  {
    head: "Copy",
    names: true,
    cell: (claim) => (
      <Link to={`/admin/claims/${claim.claimId}`} data-row-link>
        <TitleText of={claim} />, {copyName(claim)}
      </Link>
    ),
  },
  { head: "Kind", cell: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
  { head: "Opened", cell: ({ openedAt }) => <DateText value={openedAt} /> },
  { head: "Cost", number: true, cell: ({ cost }) => dollars(Number(cost.replace(".", ""))) },
  { head: "Status", cell: ({ isOpen }) => (isOpen ? "Open" : "Closed") },
];

const mailStates = { waiting: "Waiting", sent: "Sent", dead: "Not sent" };

const mailColumns: Column<BorrowerPage["mails"][number]>[] = [
  {
    head: "Subject",
    names: true,
    cell: ({ subject, writtenByName }) => (
      <>
        {subject}
        {writtenByName && <div className={styles.side}>Written by {writtenByName}</div>}
      </>
    ),
  },
  { head: "Written", cell: ({ writtenAt }) => <DateText value={writtenAt} /> },
  { head: "Status", cell: ({ state, isFile }) => (isFile ? "In a file" : mailStates[state]) },
];

const problemsOf = ({ note }: { note: string }) =>
  note.trim() === "" ? [{ field: "note", message: ownMessages.required("Note") }] : [];

function BorrowerNotes({ of: { borrowerId, notes } }: { of: BorrowerPage }) {
  const form = useForm({
    stored: { values: { note: "" } },
    check: problemsOf,
    changes: ofBorrowers,
    save: async ({ note }) => {
      await call("POST Borrowers/AddNote/{id}", { params: { id: borrowerId }, body: { note } });
      toast("Note added.");
      return { stored: { values: { note: "" } } };
    },
  });
  return (
    <Card heading="Staff notes">
      <Stack>
        {notes.length > 0 && (
          <ul className={styles.notes} aria-label="Notes">
            {notes.map((note) => (
              <Note key={note.noteId} note={note} />
            ))}
          </ul>
        )}
        <Form form={form} label="Add a note">
          <Stack gap="tight">
            <TextAreaField
              {...form.field("note")}
              label="Note"
              hint="Only staff can see this."
              rows={2}
              width="full"
              maxLength={limits.description}
            />
            <Row>
              <Button {...form.button}>Add note</Button>
            </Row>
          </Stack>
        </Form>
      </Stack>
    </Card>
  );
}

function Note({ note: { noteId, note, writtenAt, writtenByName } }: { note: BorrowerPage["notes"][number] }) {
  return (
    <li className={styles.note}>
      <p className={styles.words}>{note}</p>
      <Row apart>
        <span className={styles.side}>
          {writtenByName}, <TimeText value={writtenAt} />
        </span>
        <ActionButton
          size="small"
          look="risky"
          action={() => call("POST Borrowers/DeleteNote/{noteId}", { params: { noteId } })}
          changes={ofBorrowers}
          done="Note deleted."
        >
          Delete<VisuallyHidden> the note by {writtenByName}</VisuallyHidden>
        </ActionButton>
      </Row>
    </li>
  );
}
