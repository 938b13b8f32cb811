import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Copy, inactiveReasons, ItemWithCopies } from "#contract/catalog.ts";
import { messages } from "#contract/specified-messages.ts";
import { titleNames } from "#contract/titles/title-record.ts";
import { itemQuery } from "#web/features/catalog/catalog-queries.ts";
import { call } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { useUploads } from "#web/ui/form/use-uploads.ts";
import { useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { baseOf, bodyOf, type ItemFormValues, problemsOf } from "./item-form-values.ts";

/** What the parts of the form need of it; it is saved with a number of copies to add, or without. */
export type ItemForm = FormHandle<ItemFormValues, number> & Pick<ReturnType<typeof useUploads>, "waitFor">;

/** The form of an item. A new one continues as the saved one. */
export function useItemForm(item: ItemWithCopies | undefined): ItemForm {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const client = useQueryClient();
  const uploads = useUploads();
  const id = item?.inventoryId;
  const form = useForm<ItemFormValues, number>({
    names: titleNames,
    stored: baseOf(item),
    uploads,
    check: problemsOf,
    save: async (values, version, copies) => {
      const body = bodyOf(values, version);
      const saved = await (copies === undefined
        ? saveItem(client, id, body)
        : saveCopies(client, id ?? 0, body, copies));
      return id === undefined
        ? { next: () => navigate(`/admin/item/${saved.id}`, { replace: true, state }) }
        : { stored: saved.item && baseOf(saved.item) };
    },
  });
  return { ...form, waitFor: uploads.waitFor };
}

type Body = ReturnType<typeof bodyOf>;
/** `item` is the item as it is stored then, if it could be read. */
type Saved = { id: number; item: ItemWithCopies | undefined };

async function saveItem(client: QueryClient, id: number | undefined, body: Body): Promise<Saved> {
  const { data: item } = await (id === undefined
    ? call("POST Inventory/SaveInventory", { body })
    : call("POST Inventory/UpdateInventory/{id}", { params: { id }, body }));
  keep(client, item);
  toast(id === undefined ? messages.done.itemSaved : messages.done.itemUpdated);
  return { id: item.inventoryId, item };
}

async function saveCopies(client: QueryClient, inventoryId: number, body: Body, copies: number): Promise<Saved> {
  const { id } = await call("POST Inventory/AddReferenceNumber", { body: { ...body, inventoryId, copies } });
  toast(messages.done.skuAdded);
  // it is saved, whether or not it can be read again right now
  const item = await client.query({ ...itemQuery(String(id)), staleTime: 0 }).catch(() => undefined);
  if (item) keep(client, item);
  return { id, item };
}

export type InactiveReason = (typeof inactiveReasons)[number];
type CopyChange = { item: ItemWithCopies; copy: Copy; inactiveReason: InactiveReason | null };

/** Takes a copy out of the lending, with the reason, or back into it; the item's own fields stay as they are stored. */
export function useSetCopyActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ item, copy: { inventoryItemId }, inactiveReason }: CopyChange) => {
      const { version, values } = baseOf(item);
      const inventoryItems = [{ inventoryItemId, isInactive: inactiveReason !== null, inactiveReason }];
      const body = { ...bodyOf(values, version), inventoryItems };
      return (await call("POST Inventory/UpdateInventory/{id}", { params: { id: item.inventoryId }, body })).data;
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
