import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

export function useSetTitleArchived(inventoryId: number) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: async (isArchived: boolean) => {
      const params = { id: inventoryId };
      await (isArchived
        ? call("POST Inventory/Archive/{id}", { params })
        : call("POST Inventory/Unarchive/{id}", { params }));
    },
    onSettled,
  });
}

/** Archives an inactive copy, or takes it out of the archive; `onDone` gets which, when its row has moved already. */
export function useSetCopyArchived(inventoryItemId: number, onDone: (isArchived: boolean) => void) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: async (isArchived: boolean) => {
      const params = { inventoryItemId };
      await (isArchived
        ? call("POST Inventory/ArchiveCopy/{inventoryItemId}", { params })
        : call("POST Inventory/UnarchiveCopy/{inventoryItemId}", { params }));
    },
    onSuccess: (_done, isArchived) => onDone(isArchived),
    onSettled,
  });
}

/** Fetches all again that shows titles or copies; after a refusal too, because it is not as it was shown. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" && queryKey[0] !== "codes" });
}
