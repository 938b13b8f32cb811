import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReturnedCopy, returnedCopy } from "#contract/desk/returns.ts";
import { call } from "#web/lib/call.ts";
import { keptList } from "#web/lib/lists/kept-list.ts";
import { noteUndone, rewordCheckIn } from "#web/ui/code-scanner/session-scans.ts";
import { checkedIn } from "./in-words.ts";

/** What the desk found of a copy. */
export type Judgment = Pick<ReturnedCopy, "condition" | "note"> & { missingParts?: string };

const kept = keptList("returns", returnedCopy);

/** What this tab has checked in, newest first; a reload keeps it, a log-out ends it. */
const sessionQuery = queryOptions<readonly ReturnedCopy[]>({
  queryKey: ["returns"],
  queryFn: () => kept.read(),
  initialData: () => kept.read(),
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The check-ins of this session, and what can be done with them. Each action throws with a sentence when refused. */
export function useReturns() {
  const client = useQueryClient();
  const returned = useQuery(sessionQuery).data ?? [];
  const list = (to: (before: readonly ReturnedCopy[]) => readonly ReturnedCopy[]) => {
    const now = to(client.getQueryData(sessionQuery.queryKey) ?? kept.read());
    client.setQueryData(sessionQuery.queryKey, now);
    kept.write(now.slice(0, most));
  };
  /** Orders, stock, and copies are other now. */
  const forget = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
    });
  const change: typeof list = (to) => {
    list(to);
    forget();
  };
  const take = async (inventoryItemId: number) => {
    const { data } = await call("POST Returns/CheckIn", { body: { inventoryItemId } });
    // the others of its order have one copy less to wait for
    list((before) => [data, ...withCounts(before.filter(isNot(data.returnId)), data)]);
    return data;
  };
  return {
    returned,
    checkIn: async (inventoryItemId: number) => {
      const data = await take(inventoryItemId);
      forget();
      return data;
    },
    /** Checks in one after another: a copy that is refused stops none. Gives what was refused, and why. */
    checkInAll: async <Of extends { inventoryItemId: number }>(copies: readonly Of[], onDone: OnDone) => {
      const refused: { copy: Of; error: unknown }[] = [];
      for (const copy of copies) {
        try {
          onDone(await take(copy.inventoryItemId));
        } catch (error) {
          refused.push({ copy, error });
        }
      }
      forget();
      return refused;
    },
    changeCondition: async ({ returnId: id }: ReturnedCopy, body: Judgment) => {
      const { data } = await call("POST Returns/ChangeCondition/{id}", { params: { id }, body });
      change((before) => before.map((copy) => (copy.returnId === id ? data : copy)));
      rewordCheckIn(client, id, checkedIn(data)); // it may go elsewhere now
    },
    /** A copy of an order was lost, or is out again: all that came back of the order say the same count. */
    noteOut: (orderId: number, more: number) =>
      change((before) => {
        const copy = before.find((one) => one.orderId === orderId);
        return copy ? withCounts(before, { ...copy, copiesOut: copy.copiesOut + more }) : before;
      }),
    noteCase: ({ returnId }: ReturnedCopy, openCaseId: number) =>
      change((before) => before.map((copy) => (copy.returnId === returnId ? { ...copy, openCaseId } : copy))),
    undo: async (returnId: number) => {
      await call("POST Returns/Undo/{id}", { params: { id: returnId } });
      noteUndone(client, { returnId });
      change((before) => {
        const copy = before.find((one) => one.returnId === returnId);
        // all of an order say the same count
        return copy ? withCounts(before.filter(isNot(returnId)), { ...copy, copiesOut: copy.copiesOut + 1 }) : before;
      });
    },
  };
}

type OnDone = (copy: ReturnedCopy) => void;

const most = 200; // that a reload keeps

const isNot = (returnId: number) => (copy: ReturnedCopy) => copy.returnId !== returnId;

/** The list with what is still out of one order. */
function withCounts(
  list: readonly ReturnedCopy[],
  { orderId, copiesOut, copiesSent }: Pick<ReturnedCopy, "orderId" | "copiesOut" | "copiesSent">,
): readonly ReturnedCopy[] {
  return list.map((copy) => (copy.orderId === orderId ? { ...copy, copiesOut, copiesSent } : copy));
}
