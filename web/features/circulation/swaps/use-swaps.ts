import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Swappable } from "#contract/desk/swaps.ts";
import { call } from "#web/lib/call.ts";

/** The copies of a title that may have been sent instead of a copy. */
export async function loansBeside(inventoryItemId: number): Promise<readonly Swappable[]> {
  return (await call("GET Returns/GetSwappable/{inventoryItemId}", { params: { inventoryItemId } })).data;
}

/** Swaps two copies of a title. `ownFaults`: the caller shows why it cannot. */
export function useSwap({ ownFaults = false } = {}) {
  return useMutation({
    mutationFn: async (body: { orderInventoryItemId: number; inventoryItemId: number }) =>
      (await call("POST Returns/Swap", { body })).data,
    meta: { ownFaults },
    onSettled: useForgetCopies(),
  });
}

export function useUndoSwap({ ownFaults = false } = {}) {
  return useMutation({
    mutationFn: (id: number) => call("POST Returns/UndoSwap/{id}", { params: { id } }),
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
