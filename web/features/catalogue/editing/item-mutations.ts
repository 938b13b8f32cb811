import type { QueryClient } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Copy, inactiveReasons, ItemWithCopies } from "#contract/catalogue.ts";
import { messages } from "#contract/specified-messages.ts";
import { itemQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { call } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { baseOf, bodyOf, type ItemFormValues } from "./item-form-values.ts";

/** Why a copy is not lent. */
export type InactiveReason = (typeof inactiveReasons)[number];

/** An item to save: a new one has no id and no version. */
type Saved = { id: number | undefined; version: number | undefined; values: ItemFormValues };

/** Saves the form's fields; a new item is added. */
export function useSaveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version, values }: Saved): Promise<ItemWithCopies> => {
      const body = bodyOf(values, version);
      return id === undefined
        ? (await call("POST Inventory/SaveInventory", { body })).data
        : (await call("POST Inventory/UpdateInventory/{id}", { params: { id }, body })).data;
    },
    onSuccess: (item, { id }) => {
      keep(client, item);
      toast(id === undefined ? messages.done.itemSaved : messages.done.itemUpdated);
    },
  });
}

/** Saves the form's fields and adds copies; gives the item's id, and the item as it stands then if it could be had. */
export function useAddCopies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version, values, copies }: Saved & { copies: number }) => {
      const body = { ...bodyOf(values, version), inventoryId: id ?? 0, copies };
      const saved = await call("POST Inventory/AddReferenceNumber", { body });
      const asked = client.query({ ...itemQuery(String(saved.id)), staleTime: 0 });
      // it is saved, whether or not it can be read again right now
      return { inventoryId: saved.id, item: await asked.catch(() => undefined) };
    },
    onSuccess: ({ item }) => item && keep(client, item),
    meta: { done: messages.done.skuAdded },
  });
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

/** Keeps the item as the server gave it, and lets everything else that shows items or stock be asked anew. */
function keep(client: QueryClient, item: ItemWithCopies): void {
  const own = itemQuery(String(item.inventoryId)).queryKey;
  client.setQueryData(own, item);
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.join() !== own.join() && queryKey[0] !== "site" && queryKey[0] !== "codes",
  });
}
