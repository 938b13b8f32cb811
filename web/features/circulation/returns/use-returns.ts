import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReturnedCopy } from "#contract/desk/returns.ts";
import { call } from "#web/lib/call.ts";

/** What the desk found of a copy. */
export type Judgment = Pick<ReturnedCopy, "condition" | "note"> & { missingParts?: string };

/** What this tab has checked in, newest first. It lives in the query cache, so that leaving the page keeps it. */
const sessionQuery = queryOptions<readonly ReturnedCopy[]>({
  queryKey: ["returns"],
  queryFn: () => [],
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The check-ins of this session, and what can be done with them. Each action throws with a sentence when refused. */
export function useReturns() {
  const client = useQueryClient();
  const returned = useQuery(sessionQuery).data ?? [];
  const change = (to: (before: readonly ReturnedCopy[]) => readonly ReturnedCopy[]) => {
    client.setQueryData(sessionQuery.queryKey, (before = []) => to(before));
    // orders, stock, and copies are other now
    void client.invalidateQueries({
      predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
    });
  };
  return {
    returned,
    checkIn: async (inventoryItemId: number) => {
      const { data } = await call("POST Returns/CheckIn", { body: { inventoryItemId } });
      // the others of its order have one copy less to wait for
      change((before) => [data, ...withCounts(before.filter(isNot(data)), data)]);
      return data;
    },
    changeCondition: async ({ returnId: id }: ReturnedCopy, body: Judgment) => {
      const { data } = await call("POST Returns/ChangeCondition/{id}", { params: { id }, body });
      change((before) => before.map((copy) => (copy.returnId === id ? data : copy)));
    },
    noteCase: ({ returnId }: ReturnedCopy, openCaseId: number) =>
      change((before) => before.map((copy) => (copy.returnId === returnId ? { ...copy, openCaseId } : copy))),
    undo: async (copy: ReturnedCopy) => {
      await call("POST Returns/Undo/{id}", { params: { id: copy.returnId } });
      // all of an order say the same count
      const counts = { ...copy, copiesOut: copy.copiesOut + 1 };
      change((before) => withCounts(before.filter(isNot(copy)), counts));
    },
  };
}

const isNot =
  ({ returnId }: ReturnedCopy) =>
  (copy: ReturnedCopy) =>
    copy.returnId !== returnId;

/** The list with what is still out of one order. */
function withCounts(
  list: readonly ReturnedCopy[],
  { orderId, copiesOut, copiesSent }: Pick<ReturnedCopy, "orderId" | "copiesOut" | "copiesSent">,
): readonly ReturnedCopy[] {
  return list.map((copy) => (copy.orderId === orderId ? { ...copy, copiesOut, copiesSent } : copy));
}
