import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Undo2 } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { ofBorrowers } from "./borrower-queries.ts";

export const ordersInWords = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

export function HandedOver({ of: { borrowerId, handedOver } }: { of: BorrowerPage }) {
  return handedOver.map(({ toBorrowerId, borrowerName, orders, on }) => (
    <Alert key={toBorrowerId} title={`Handed over to ${borrowerName}: ${ordersInWords(orders)}.`}>
      <Row>
        <span>
          <DateText value={on} />
        </span>
        <ActionButton
          size="small"
          icon={<Undo2 size={18} />}
          changes={ofBorrowers}
          aria-label={`Undo: handed over to ${borrowerName}`}
          action={async () => {
            const body = { toBorrowerId };
            const { data } = await call("POST Borrowers/UndoHandOver/{id}", { params: { id: borrowerId }, body });
            toast(`Taken back from ${borrowerName}: ${ordersInWords(data.length)}.`);
            focusOn(document.querySelector("main h1")); // the pressed button goes
          }}
        >
          Undo
        </ActionButton>
      </Row>
    </Alert>
  ));
}
