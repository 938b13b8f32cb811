import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Swap, Swappable } from "#contract/desk/returns.ts";
import { call } from "#web/lib/call.ts";
import { copyName } from "../order-details/copy-name.ts";
import { noteUndone, type Scan, type Undo } from "#web/ui/code-scanner/session-scans.ts";

/** The copies of a title that may have been sent instead of a copy. */
export async function loansBeside(inventoryItemId: number): Promise<readonly Swappable[]> {
  return (await call("GET Returns/GetSwappable/{inventoryItemId}", { params: { inventoryItemId } })).data;
}

type Done = Omit<Scan, "number"> & { undo: Undo };

/** A swap as one of the session's scans. */
export function scanOfSwap({ swapId, found, recorded }: Swap): Done {
  const [one, other] = [copyName(found), copyName(recorded)];
  const words = `Undone: ${one} and ${other} are where they were recorded.`;
  return { words: `Swapped: ${one} with ${other}.`, isGood: true, undo: { swapId, words } };
}

/** Swaps two copies of a title. The caller keeps it as a scan; `ownFaults`: and shows why it cannot. */
export function useSwap({ ownFaults = false } = {}) {
  return useMutation({
    mutationFn: async (body: { orderInventoryItemId: number; inventoryItemId: number }) =>
      (await call("POST Returns/Swap", { body })).data,
    meta: { ownFaults },
    onSettled: useForgetCopies(),
  });
}

export function useUndoSwap({ ownFaults = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST Returns/UndoSwap/{id}", { params: { id } }),
    onSuccess: (_, swapId) => noteUndone(client, { swapId }),
    meta: { done: "The swap is undone.", ownFaults },
    onSettled: useForgetCopies(),
  });
}

/** Orders and copies are other now. */
function useForgetCopies() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
    });
}
