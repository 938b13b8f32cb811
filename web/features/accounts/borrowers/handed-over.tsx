import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Undo2 } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useBorrowerChange } from "./borrower-queries.ts";

export const ordersInWords = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

export function HandedOver({ of: { borrowerId, handedOver } }: { of: BorrowerPage }) {
  const undo = useBorrowerChange(
    (toBorrowerId: number) =>
      call("POST Borrowers/UndoHandOver/{id}", { params: { id: borrowerId }, body: { toBorrowerId } }),
    undefined,
  );
  return handedOver.map(({ toBorrowerId, borrowerName, orders, on }) => (
    <Alert key={toBorrowerId} title={`Handed over to ${borrowerName}: ${ordersInWords(orders)}.`}>
      <Row>
        <span>
          <DateText value={on} />
        </span>
        <Button
          size="small"
          icon={<Undo2 size={18} />}
          busy={undo.isPending}
          aria-label={`Undo: handed over to ${borrowerName}`}
          onClick={() =>
            undo.mutate(toBorrowerId, {
              onSuccess: ({ data }) => toast(`Taken back from ${borrowerName}: ${ordersInWords(data.length)}.`),
              onSettled: () => focusOn(document.querySelector("main h1")), // the pressed button goes
            })
          }
        >
          Undo
        </Button>
      </Row>
    </Alert>
  ));
}
