import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";

/** The order that this tab set to Returned last, for the page that follows. */
const justReturnedQuery = queryOptions<number | null>({
  queryKey: ["returns", "by hand"],
  queryFn: () => null,
  enabled: false,
  gcTime: 10 * 60_000, // ms without a page that offers it; later it is on the order's page
});

/** Tells `JustReturned` about an order that was saved; null when it is not Returned by this save. */
export function useNoteReturned() {
  const client = useQueryClient();
  return (orderId: number | null) => client.setQueryData(justReturnedQuery.queryKey, orderId);
}

/** The way back from an order that was just set to Returned. */
export function JustReturned() {
  const { data: orderId } = useQuery(justReturnedQuery);
  return orderId ? <UndoReturned orderId={orderId} /> : null;
}

/** Says that an order was set to Returned, with Undo. */
export function UndoReturned({ orderId }: { orderId: number }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call("POST Returns/UndoReturned/{orderId}", { params: { orderId } }),
    meta: { done: `Order #${orderId} is as it was.` },
    onSettled: async () => {
      client.setQueryData(justReturnedQuery.queryKey, null);
      await client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
      });
    },
  });
  return (
    <Alert tone="info" title={`Order #${orderId} was set to Returned`}>
      <Button
        size="small"
        icon={<Undo2 size={18} />}
        busy={undo.isPending}
        aria-label={`Undo Returned of order #${orderId}`}
        onClick={() => undo.mutate()}
      >
        Undo
      </Button>
    </Alert>
  );
}
