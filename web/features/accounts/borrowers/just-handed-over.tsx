import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Undo2 } from "#web/ui/icons.tsx";
import { useBorrowerChange } from "./borrower-queries.ts";

type HandedOver = { toBorrowerId: number; toName: string; orders: number };

/** What this tab last handed over of a borrower, for that borrower's page. */
const handedOverQuery = (borrowerId: number) =>
  queryOptions<HandedOver | null>({
    queryKey: ["handed over", borrowerId],
    queryFn: () => null,
    enabled: false,
    gcTime: 10 * 60_000, // ms without the page that offers it; later the colleague hands it back
  });

const ordersInWords = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

/** Tells `JustHandedOver`, and says to whom the loans went. */
export function useNoteHandOver(borrowerId: number) {
  const client = useQueryClient();
  return (done: HandedOver) => {
    client.setQueryData(handedOverQuery(borrowerId).queryKey, done);
    toast(`Handed over to ${done.toName}: ${ordersInWords(done.orders)}.`);
  };
}

/** The way back from handing over, on the page of who had the loans. */
export function JustHandedOver({ borrowerId }: { borrowerId: number }) {
  const client = useQueryClient();
  const { data: done } = useQuery(handedOverQuery(borrowerId));
  const undo = useBorrowerChange(
    (toBorrowerId: number) =>
      call("POST Borrowers/UndoHandOver/{id}", { params: { id: borrowerId }, body: { toBorrowerId } }),
    undefined,
  );
  if (!done) return null;
  const takeBack = () =>
    undo.mutate(done.toBorrowerId, {
      onSuccess: ({ data }) => toast(`Taken back from ${done.toName}: ${ordersInWords(data.length)}.`),
      onSettled: () => {
        focusOn(document.querySelector("main h1")); // the pressed button goes
        client.setQueryData(handedOverQuery(borrowerId).queryKey, null);
      },
    });
  return (
    <Alert tone="success" title={`Handed over to ${done.toName}: ${ordersInWords(done.orders)}.`}>
      <Button
        size="small"
        icon={<Undo2 size={18} />}
        busy={undo.isPending}
        aria-label={`Undo: handed over to ${done.toName}`}
        onClick={takeBack}
      >
        Undo
      </Button>
    </Alert>
  );
}
