import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Copy, inactiveReasons, ItemWithCopies } from "#contract/catalog.ts";
import { messages } from "#contract/specified-messages.ts";
import { itemQuery } from "#web/features/catalog/catalog-queries.ts";
import { call } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import type { Base } from "#web/ui/form/form-state.ts";
import { baseOf, bodyOf, type ItemFormValues } from "./item-form-values.ts";

/** Why a copy cannot be lent. */
export type InactiveReason = (typeof inactiveReasons)[number];

/** An item to save: a new one has no id and no version. `copies` are added to it. */
type Saving = {
  id: number | undefined;
  version: Base<ItemFormValues>["version"];
  values: ItemFormValues;
  copies: number | undefined;
};

/** Saves the form's fields; gives the item's id, and the item as it is stored then if it could be read. */
export function useSaveItem() {
  const client = useQueryClient();
  return async ({ id, version, values, copies }: Saving): Promise<{ savedId: number; item?: ItemWithCopies }> => {
    const body = bodyOf(values, version);
    if (copies === undefined) {
      const { data: item } = await (id === undefined
        ? call("POST Inventory/SaveInventory", { body })
        : call("POST Inventory/UpdateInventory/{id}", { params: { id }, body }));
      keep(client, item);
      toast(id === undefined ? messages.done.itemSaved : messages.done.itemUpdated);
      return { savedId: item.inventoryId, item };
    }
    const saved = await call("POST Inventory/AddReferenceNumber", { body: { ...body, inventoryId: id ?? 0, copies } });
    toast(messages.done.skuAdded);
    // it is saved, whether or not it can be read again right now
    const item = await client.query({ ...itemQuery(String(saved.id)), staleTime: 0 }).catch(() => undefined);
    if (item) keep(client, item);
    return { savedId: saved.id, ...(item && { item }) };
  };
}

/** Takes a copy out of the lending, with the reason, or back into it; the item's own fields stay as they are stored. */
export function useSetCopyActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: { item: ItemWithCopies; copy: Copy; inactiveReason: InactiveReason | null }) => {
      const { version, values } = baseOf(change.item);
      const { inventoryItemId } = change.copy;
      const { inactiveReason } = change;
      const inventoryItems = [{ inventoryItemId, isInactive: inactiveReason !== null, inactiveReason }];
      const body = { ...bodyOf(values, version), inventoryItems };
      const params = { id: change.item.inventoryId };
      return (await call("POST Inventory/UpdateInventory/{id}", { params, body })).data;
    },
    onSuccess: (item) => keep(client, item),
    meta: { done: messages.done.itemUpdated },
  });
}

/** Caches the item from the server, and invalidates everything else that shows items or stock. */
function keep(client: QueryClient, item: ItemWithCopies): void {
  const own = itemQuery(String(item.inventoryId)).queryKey;
  client.setQueryData(own, item);
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.join() !== own.join() && queryKey[0] !== "site" && queryKey[0] !== "codes",
  });
}
