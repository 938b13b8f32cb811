import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { type ReturnedCopy, returnedCopy, type Swap } from "#contract/desk/returns.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import { call } from "#web/lib/call.ts";
import { copyName } from "#web/lib/copy-name.ts";
import { keptList } from "#web/lib/lists/kept-list.ts";
import { useRefresh } from "#web/lib/use-refresh.ts";
import { recordAction, markUndone, rewordCheckIn, type Scan, type Undo } from "#web/ui/code-scanner/session-scans.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { isDialogOpen } from "#web/ui/overlay/after-dialog.ts";

export function whereTo({ goesTo, neededBy, heldFor, shelfPlace }: ReturnedCopy): string {
  if (goesTo === "inspection") return "Set aside for inspection";
  if (heldFor) return `Do not shelve: hold for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
  return neededBy
    ? `Do not shelve: order #${neededBy.orderId}, ${neededBy.schoolName}`
    : `Back on the shelf ${shelfPlace}`.trim();
}

export function checkedIn(copy: ReturnedCopy): string {
  const out = copy.copiesOut === 0 ? "Everything is back." : `${copy.copiesOut} of ${copy.copiesSent} still out.`;
  const lost = copy.lostClaim ? " It was lost: its claim is closed." : "";
  return `Checked in: ${copy.title}, ${copyName(copy)}. ${whereTo(copy)}. ${out}${lost}`;
}

export const undoOfCheckIn = (copy: ReturnedCopy): Undo => ({
  returnId: copy.returnId,
  words: `Undone: ${copyName(copy)} is ${copy.lostClaim ? "lost" : "out"} again.`,
});

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
  const refresh = useRefresh();
  const change: typeof list = (to) => {
    list(to);
    void refresh();
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
      void refresh();
      return data;
    },
    /** Checks in one after another: a copy that is refused stops none. Gives what was refused, and why. */
    checkInAll: async <Of extends { inventoryItemId: number }>(
      copies: readonly Of[],
      onDone: (copy: ReturnedCopy) => void,
    ) => {
      const refused: { copy: Of; error: unknown }[] = [];
      for (const copy of copies) {
        try {
          onDone(await take(copy.inventoryItemId));
        } catch (error) {
          refused.push({ copy, error });
        }
      }
      void refresh();
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
    noteClaim: ({ returnId }: ReturnedCopy, openClaimId: number) =>
      change((before) => before.map((copy) => (copy.returnId === returnId ? { ...copy, openClaimId } : copy))),
    undo: async (returnId: number) => {
      await call("POST Returns/Undo/{id}", { params: { id: returnId } });
      markUndone(client, { returnId });
      change((before) => {
        const copy = before.find((one) => one.returnId === returnId);
        // all of an order say the same count
        return copy ? withCounts(before.filter(isNot(returnId)), { ...copy, copiesOut: copy.copiesOut + 1 }) : before;
      });
    },
  };
}

const most = 200; // that a reload keeps

const isNot = (returnId: number) => (copy: ReturnedCopy) => copy.returnId !== returnId;

/** The list with what is still out of one order. */
function withCounts(
  list: readonly ReturnedCopy[],
  { orderId, copiesOut, copiesSent }: Pick<ReturnedCopy, "orderId" | "copiesOut" | "copiesSent">,
): readonly ReturnedCopy[] {
  return list.map((copy) => (copy.orderId === orderId ? { ...copy, copiesOut, copiesSent } : copy));
}

/** Keeps a check-in by a button of the return desk among the scans, and says it. */
export function keepCheckIn(client: QueryClient, back: ReturnedCopy): void {
  recordAction(client, { words: checkedIn(back), isGood: true, undo: undoOfCheckIn(back) });
  sayCheckIn(back);
}

/** Says a check-in: which copy, as the next one of its title often goes to the same place. The window of the camera says its own. */
export function sayCheckIn(back: ReturnedCopy): void {
  if (isDialogOpen()) return;
  const rest = back.copiesOut === 0 ? "Its order is complete." : `${back.copiesOut} of ${back.copiesSent} still out.`;
  announce(`Checked in: ${back.title}, ${copyName(back)}. ${whereTo(back)}. ${rest}`);
}

export type WaitingLine = NonNullable<FoundCopy["neededBy"]>;

/** Check-outs and swaps of scanned copies, and how everything at the desk is undone. Each action throws with a sentence when refused. */
export function useDesk() {
  const client = useQueryClient();
  const refresh = useRefresh();
  const { undo: undoCheckIn } = useReturns();
  const undoCheckOut = async (orderInventoryItemId: number) => {
    await call("POST Desk/UndoCheckOut/{orderInventoryItemId}", { params: { orderInventoryItemId } });
    markUndone(client, { checkOutId: orderInventoryItemId });
    void refresh();
  };
  const undoSwap = async (swapId: number) => {
    await call("POST Order/Undo/{eventId}", { params: { eventId: swapId } }).finally(() => void refresh());
    markUndone(client, { swapId });
    toast("The swap is undone.");
  };
  return {
    /** Checks a copy out to the line that waits for it, and gives the id of the check-out. */
    checkOut: async ({ inventoryItemId }: FoundCopy, { orderId, orderItemId }: WaitingLine): Promise<number> => {
      const params = { orderItemId, inventoryItemId };
      const path = "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}";
      const checkOutId = checkOutOf((await call(path, { params, body: {} })).data, inventoryItemId);
      void refresh();
      if (checkOutId === undefined) throw new Error(`Order #${orderId} has changed. Scan again.`);
      return checkOutId;
    },
    /** Swaps two copies of a title. The caller keeps it as a scan. */
    swap: async (body: { orderInventoryItemId: number; inventoryItemId: number }) =>
      (await call("POST Returns/Swap", { body }).finally(() => void refresh())).data,
    undoSwap,
    /** Undoes an action, the last of it first. */
    undo: async ({ checkOutId, returnId, swapId }: Undo): Promise<void> => {
      if (checkOutId !== undefined) await undoCheckOut(checkOutId);
      if (returnId !== undefined) await undoCheckIn(returnId);
      if (swapId !== undefined) await undoSwap(swapId);
    },
  };
}

export const checkOutOf = ({ orderItems }: Pick<StaffOrder, "orderItems">, inventoryItemId: number) =>
  orderItems
    .flatMap(({ orderInventoryItems }) => orderInventoryItems)
    .find(({ inventoryItem }) => inventoryItem.inventoryItemId === inventoryItemId)?.orderInventoryItemId;

export function scanOfSwap({ eventId: swapId, found, recorded }: Swap): Omit<Scan, "number"> & { undo: Undo } {
  const [one, other] = [copyName(found), copyName(recorded)];
  const words = `Undone: ${one} and ${other} are where they were recorded.`;
  return { words: `Swapped: ${one} with ${other}.`, isGood: true, undo: { swapId, words } };
}
