import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/circulation.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";

/** An order whose status was changed, which can be undone. */
type Changed = Pick<StaffOrder, "orderId" | "statusName" | "canUndoReturned">;

/** The order whose status this tab changed last, for the page that follows. */
const justChangedQuery = queryOptions<Changed | null>({
  queryKey: ["returns", "by hand"],
  queryFn: () => null,
  enabled: false,
  gcTime: 10 * 60_000, // ms without a page that offers it; later it is on the order's page
});

/** Tells `JustChanged` about an order that was saved. */
export function useNoteStatus() {
  const client = useQueryClient();
  return (before: StaffOrder, saved: StaffOrder) => {
    const isChanged = saved.statusId !== before.statusId && mayUndoStatus(saved);
    client.setQueryData(justChangedQuery.queryKey, isChanged ? saved : null);
  };
}

export const mayUndoStatus = (order: StaffOrder) => order.canUndoReturned || order.canUndoStatus;

/** The way back from a status that was just saved. */
export function JustChanged() {
  const { data: order } = useQuery(justChangedQuery);
  if (!order) return null;
  return (
    <Alert tone="info" title={`Order #${order.orderId} was set to ${order.statusName}`}>
      <UndoStatus order={order} />
    </Alert>
  );
}

/** Takes back that an order was set to its status. */
export function UndoStatus({ order: { orderId, statusName, canUndoReturned } }: { order: Changed }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: async () => {
      await (canUndoReturned
        ? call("POST Returns/UndoReturned/{orderId}", { params: { orderId } })
        : call("POST Order/UndoStatus/{orderId}", { params: { orderId } }));
    },
    meta: { done: `Order #${orderId} is as it was.` },
    onSettled: async () => {
      client.setQueryData(justChangedQuery.queryKey, null);
      await client.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
      });
    },
  });
  return (
    <Button
      size="small"
      icon={<Undo2 size={18} />}
      busy={undo.isPending}
      aria-label={`Undo ${statusName} of order #${orderId}`}
      onClick={() => undo.mutate()}
    >
      Undo
    </Button>
  );
}
