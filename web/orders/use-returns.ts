import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReturnedCopy, returnedCopy, type Swap } from "#contract/desk/returns.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import { call } from "#web/lib/call.ts";
import { markUndone, recordAction, rewordCheckIn, type Scan, type Undo } from "#web/ui/code-scanner/session-scans.ts";
import { announce, isDialogOpen } from "#web/ui/accessibility.tsx";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { copyName } from "#web/lib/formats.tsx";
import { keptList } from "#web/lib/kept-list.ts";

export function destinationOf({ destination, neededBy, heldFor, shelfLocation }: ReturnedCopy): string {
  if (destination === "inspection") return "Send to inspection";
  if (heldFor) return `Don’t shelve: on hold for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
  return neededBy
    ? `Don’t shelve: needed for order #${neededBy.orderId}, ${neededBy.schoolName}`
    : ["Back on the shelf", shelfLocation].filter(Boolean).join(": ");
}

export function checkInWords(copy: ReturnedCopy): string {
  const out = copy.copiesOut === 0 ? "Everything is back." : `${copy.copiesOut} of ${copy.copiesSent} still out.`;
  const lost = copy.lostClaim ? " It was lost, so its claim is now closed." : "";
  return `Checked in: ${copy.title}, ${copyName(copy)}. ${destinationOf(copy)}. ${out}${lost}`;
}

export const undoOfCheckIn = (copy: ReturnedCopy): Undo => ({
  eventIds: copy.eventId === null ? [] : [copy.eventId],
  words: `Undone: ${copyName(copy)} is ${copy.lostClaim ? "lost" : "on loan"} again.`,
});

export type Judgment = Pick<ReturnedCopy, "condition" | "note"> & { missingParts?: string };

const storedReturns = keptList("returns", returnedCopy);

/** Holds this tab's check-ins, newest first, through a reload but not a log-out. */
const sessionQuery = queryOptions<readonly ReturnedCopy[]>({
  queryKey: ["returns"],
  queryFn: () => storedReturns.read(),
  initialData: () => storedReturns.read(),
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Returns actions that throw an error with a sentence for the screen when refused. */
export function useReturns() {
  const client = useQueryClient();
  const returned = useQuery(sessionQuery).data ?? [];
  const setReturns = (update: (before: readonly ReturnedCopy[]) => readonly ReturnedCopy[]) => {
    const returns = update(client.getQueryData(sessionQuery.queryKey) ?? storedReturns.read());
    client.setQueryData(sessionQuery.queryKey, returns);
    storedReturns.write(returns.slice(0, maxStored));
  };
  const refresh = useRefresh();
  const change: typeof setReturns = (update) => {
    setReturns(update);
    void refresh();
  };
  const checkInOne = async (inventoryItemId: number) => {
    const { data } = await call("POST Returns/CheckIn", { body: { inventoryItemId } });
    // the order's other copies now show one copy fewer on loan
    setReturns((before) => [data, ...withCounts(before.filter(isNot(data.returnId)), data)]);
    return data;
  };
  return {
    returned,
    checkIn: async (inventoryItemId: number) => {
      const data = await checkInOne(inventoryItemId);
      void refresh();
      return data;
    },
    /** Checks in copies one after another, despite refusals. Returns the refused copies and their errors. */
    checkInAll: async <Of extends { inventoryItemId: number }>(
      copies: readonly Of[],
      onDone: (copy: ReturnedCopy) => void,
    ) => {
      const refusals: { copy: Of; error: unknown }[] = [];
      for (const copy of copies) {
        try {
          onDone(await checkInOne(copy.inventoryItemId));
        } catch (error) {
          refusals.push({ copy, error });
        }
      }
      void refresh();
      return refusals;
    },
    changeCondition: async ({ returnId: id }: ReturnedCopy, body: Judgment) => {
      const { data } = await call("POST Returns/ChangeCondition/{id}", { params: { id }, body });
      change((before) => before.map((copy) => (copy.returnId === id ? data : copy)));
      if (data.eventId !== null) rewordCheckIn(client, data.eventId, checkInWords(data)); // its destination may have changed
    },
    /** Updates the count on an order's returned copies after one is lost or back on loan. */
    noteOut: (orderId: number, more: number) =>
      change((before) => {
        const copy = before.find((row) => row.orderId === orderId);
        return copy ? withCounts(before, { ...copy, copiesOut: copy.copiesOut + more }) : before;
      }),
    noteClaim: ({ returnId }: ReturnedCopy, openClaimId: number) =>
      change((before) => before.map((copy) => (copy.returnId === returnId ? { ...copy, openClaimId } : copy))),
    /** Undoes changes one by one. With an `orderInventoryItemId`, undoes only that copy's return. */
    undo: async ({ eventIds }: Pick<Undo, "eventIds">, query: { orderInventoryItemId?: number } = {}) => {
      for (const eventId of eventIds) {
        await call("POST Order/Undo/{eventId}", { params: { eventId }, query }).finally(() => void refresh());
        markUndone(client, eventId);
        setReturns((before) => {
          const copy = before.find((row) => row.eventId === eventId);
          if (!copy) return before;
          return withCounts(before.filter(isNot(copy.returnId)), { ...copy, copiesOut: copy.copiesOut + 1 });
        });
      }
    },
  };
}

const maxStored = 200;

const isNot = (returnId: number) => (copy: ReturnedCopy) => copy.returnId !== returnId;

function withCounts(
  list: readonly ReturnedCopy[],
  { orderId, copiesOut, copiesSent }: Pick<ReturnedCopy, "orderId" | "copiesOut" | "copiesSent">,
): readonly ReturnedCopy[] {
  return list.map((copy) => (copy.orderId === orderId ? { ...copy, copiesOut, copiesSent } : copy));
}

/** Adds a check-in made with a button to the scans, and announces it. */
export function recordCheckIn(client: QueryClient, copy: ReturnedCopy): void {
  recordAction(client, { words: checkInWords(copy), isGood: true, undo: undoOfCheckIn(copy) });
  announceCheckIn(copy);
}

/** Announces a check-in. The camera's dialog has its own announcement. */
export function announceCheckIn(copy: ReturnedCopy): void {
  if (isDialogOpen()) return;
  const rest = copy.copiesOut === 0 ? "Its order is complete." : `${copy.copiesOut} of ${copy.copiesSent} still out.`;
  announce(`Checked in: ${copy.title}, ${copyName(copy)}. ${destinationOf(copy)}. ${rest}`);
}

export type WaitingLine = NonNullable<FoundCopy["neededBy"]>;

/** Returns actions that throw an error with a sentence for the screen when refused. */
export function useDesk() {
  const refresh = useRefresh();
  return {
    /** Checks a copy out to the line that needs it. Returns the undo. */
    checkOut: async (copy: FoundCopy, { orderItemId }: WaitingLine): Promise<Undo> => {
      const params = { orderItemId, inventoryItemId: copy.inventoryItemId };
      const path = "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}";
      return undoOfCheckOut(copy, await call(path, { params, body: {} }).finally(() => void refresh()));
    },
    swap: async (body: { orderInventoryItemId: number; inventoryItemId: number }) =>
      (await call("POST Returns/Swap", { body }).finally(() => void refresh())).data,
  };
}

export const undoOfCheckOut = (
  copy: Parameters<typeof copyName>[0],
  { eventId }: { eventId: number | null },
): Undo => ({
  eventIds: eventId === null ? [] : [eventId],
  words: `Undone: ${copyName(copy)} is on the shelf again.`,
});

export function scanOfSwap({ eventId, found, recorded }: Swap): Omit<Scan, "number"> & { undo: Undo } {
  const [foundName, recordedName] = [copyName(found), copyName(recorded)];
  const words = `Undone: ${foundName} and ${recordedName} are back where they were recorded.`;
  return { words: `Swapped: ${foundName} with ${recordedName}.`, isGood: true, undo: { eventIds: [eventId], words } };
}
