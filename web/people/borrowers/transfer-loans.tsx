import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BorrowerPage, maxColleagues } from "#contract/people/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { colleaguesQuery, ofBorrowers } from "./borrower-queries.ts";
import { PersonDialog } from "./person-dialog.tsx";
import { DialogButton, UndoButton } from "#web/ui/actions/action-button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Row } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";

/** Opens the dialog that transfers a borrower's loans to a colleague at the same school. */
export function TransferLoans({ of }: { of: BorrowerPage }) {
  if (of.out.length === 0) return null;
  return <DialogButton dialog={(onClose) => <TransferDialog of={of} onClose={onClose} />}>Transfer loans</DialogButton>;
}

function TransferDialog({ of, onClose }: { of: BorrowerPage; onClose: () => void }) {
  const { borrowerId, borrowerName, schoolName, out } = of;
  const [text, setText] = useState("");
  const colleagues = useQuery(colleaguesQuery(borrowerId, text));
  const orders = new Set(out.map(({ orderId }) => orderId)).size;
  return (
    <PersonDialog
      title={`Transfer ${borrowerName}’s loans?`}
      send="Transfer loans"
      onClose={onClose}
      search={{
        of: "Colleagues",
        label: "Find a colleague",
        hint: `Search by name at ${schoolName}.`,
        text,
        onFind: setText,
      }}
      people={colleagues}
      label="Colleague"
      hintOf={({ emailAddress }) => emailAddress}
      none={
        text === ""
          ? `No one else at ${schoolName} has an account. Ask the colleague to register first.`
          : `No one else at ${schoolName} matches “${text}”.`
      }
      note={
        colleagues.data?.length === maxColleagues &&
        `Only the first ${maxColleagues} names are shown. Search by name to find others.`
      }
      missing="Choose a colleague."
      save={async (colleague) => {
        const body = { toBorrowerId: colleague.borrowerId };
        const { data } = await call("POST Borrowers/TransferLoans/{id}", { params: { id: borrowerId }, body });
        toast(`Transferred ${ordersInWords(data.length)} to ${colleague.borrowerName}.`);
      }}
    >
      {orders === 1 ? "One order moves" : `${orders} orders move`} to the colleague, including copies already returned.
      Due dates stay the same. Both people get an email two minutes later if they’ve confirmed their address. An order
      with an open claim stays with {borrowerName}.
    </PersonDialog>
  );
}

export const ordersInWords = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

export function PastTransfers({ of: { transferred } }: { of: BorrowerPage }) {
  return transferred.map(({ toBorrowerId, borrowerName, orders, on, eventId }) => (
    <Alert key={toBorrowerId} title={`Transferred ${ordersInWords(orders)} to ${borrowerName}`}>
      <Row>
        <span>
          <DateText value={on} />
        </span>
        <UndoButton
          changes={ofBorrowers}
          aria-label={`Undo the transfer to ${borrowerName}`}
          action={async () => {
            const { orderIds } = await call("POST Order/Undo/{eventId}", { params: { eventId } });
            toast(`Took back ${ordersInWords(orderIds.length)} from ${borrowerName}.`);
            focusOn(document.querySelector("main h1")); // the pressed button is gone
          }}
        />
      </Row>
    </Alert>
  ));
}
