import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type Copy,
  type inactiveReasons,
  type Item,
  itemRules,
  type ItemWithCopies,
} from "#contract/catalog/catalog.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { firstOf, titleNames } from "#contract/catalog/title-record.ts";
import { itemQuery } from "#web/catalog/catalog-queries.ts";
import { call } from "#web/lib/call.ts";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import type { Base, FieldProblem } from "#web/ui/form/form-state.ts";
import { bareSku } from "#contract/catalog/codes.ts";
import { partsText } from "#contract/catalog/parts.ts";
import { weightText } from "#contract/catalog/weights.ts";
import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { moneyText } from "#contract/wire/money.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useUploads } from "#web/ui/form/editing.ts";
import { useLocation, useNavigate } from "#web/ui/router.tsx";
import type { Picture } from "#web/lib/files.ts";

type HowToSave = { copies: number; isAnother: boolean };

export type ItemForm = FormHandle<ItemFormValues, HowToSave> & Pick<ReturnType<typeof useUploads>, "waitFor">;

/**
 * Opens an item's form with the values of `start`. Save adds the copies that were typed, if any. Saving a new item leads to
 * its page, or to another new item.
 */
export function useItemForm(
  item: ItemWithCopies | undefined,
  start: Base<ItemFormValues>,
  typedCopies: number | undefined,
): ItemForm {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const client = useQueryClient();
  const uploads = useUploads();
  const id = item?.inventoryId;
  const form = useForm<ItemFormValues, HowToSave>({
    names: titleNames,
    stored: start,
    uploads,
    disabled: "after an invalid try",
    check: problemsOf,
    save: async (values, version, how) => {
      const body = bodyOf(values, version);
      const copies = how?.copies ?? typedCopies;
      const result = await (copies ? saveCopies(client, id ?? 0, body, copies) : saveItem(client, id, body));
      if (id !== undefined) return { stored: result.item && baseOf(result.item) };
      const next = how?.isAnother
        ? { to: "/admin/item/add", state: { added: result.id } }
        : { to: `/admin/item/${result.id}`, state };
      return { next: () => navigate(next.to, { replace: true, state: next.state }) };
    },
  });
  return { ...form, waitFor: uploads.waitFor };
}

type Body = ReturnType<typeof bodyOf>;
type SaveResult = { id: number; item: ItemWithCopies | undefined };

async function saveItem(client: QueryClient, id: number | undefined, body: Body): Promise<SaveResult> {
  const { data: item } = await (id === undefined
    ? call("POST Inventory/SaveInventory", { body })
    : call("POST Inventory/UpdateInventory/{id}", { params: { id }, body }));
  cacheItem(client, item);
  toast(id === undefined ? messages.done.itemSaved : messages.done.itemUpdated);
  return { id: item.inventoryId, item };
}

async function saveCopies(client: QueryClient, inventoryId: number, body: Body, copies: number): Promise<SaveResult> {
  const { id } = await call("POST Inventory/AddReferenceNumber", { body: { ...body, inventoryId, copies } });
  toast(messages.done.skuAdded);
  // the save succeeded even if this read fails
  const item = await client.query({ ...itemQuery(String(id)), staleTime: 0 }).catch(() => undefined);
  if (item) cacheItem(client, item);
  return { id, item };
}

/** Adds copies to a title and keeps its stored fields. The server refuses a second press as stale. */
export function useAddCopies(item: ItemWithCopies) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (copies: number) => {
      const { version, values } = baseOf(item);
      await saveCopies(client, item.inventoryId, bodyOf(values, version), copies);
    },
    // someone else may have saved it: show the current state
    onError: () => client.invalidateQueries({ queryKey: itemQuery(String(item.inventoryId)).queryKey }),
  });
}

export type InactiveReason = (typeof inactiveReasons)[number];
type CopyUpdate = { isInactive?: boolean; inactiveReason?: InactiveReason | null; shelfLocation?: string };

/** Returns a function that changes a copy and keeps the item's stored fields. */
export function useUpdateCopy(item: ItemWithCopies, { inventoryItemId, isInactive }: Copy) {
  const client = useQueryClient();
  return async (update: CopyUpdate, version: Base<ItemFormValues>["version"] = item.version) => {
    const inventoryItems = [{ inventoryItemId, isInactive, ...update }];
    const body = { ...bodyOf(baseOf(item).values, version), inventoryItems };
    const { data } = await call("POST Inventory/UpdateInventory/{id}", { params: { id: item.inventoryId }, body });
    cacheItem(client, data);
    toast(messages.done.itemUpdated);
  };
}

/** Caches a saved item and invalidates everything else that shows items or stock. */
function cacheItem(client: QueryClient, item: ItemWithCopies): void {
  const own = itemQuery(String(item.inventoryId)).queryKey;
  client.setQueryData(own, item);
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.join() !== own.join() && queryKey[0] !== "site" && queryKey[0] !== "codes",
  });
}

export type ItemFormValues = Omit<TitleValues, "attachmentId"> & { attachmentId: Picture | null };

export const emptyItem: ItemFormValues = { ...firstOf(titleNames), attachmentId: null, language: "en" };

function pictureOf({ attachmentId, attachmentUrl, attachmentSrcset, fileName }: Item): Picture | null {
  if (!attachmentId || !attachmentUrl) return null;
  return { id: attachmentId, url: attachmentUrl, srcset: attachmentSrcset ?? "", fileName: fileName ?? "" };
}

/** Builds the body of a save. A new item has no version. */
export function bodyOf(values: ItemFormValues, version: Base<ItemFormValues>["version"]) {
  const { attachmentId: picture, ...fields } = values;
  return {
    ...trimAll(fields),
    referenceNumber: bareSku(values.referenceNumber),
    parts: partsText(values.parts),
    weight: weightText(values.weight.trim()),
    replacementCost: moneyText(values.replacementCost.trim()),
    attachmentId: picture?.id ?? null,
    // removing a picture also removes its alternative text
    attachmentAlt: picture ? values.attachmentAlt.trim() : "",
    ...(version !== undefined && { version }),
  };
}

function trimAll<Values extends object>(values: Values): Values;
function trimAll(values: object): object {
  const trim = (value: unknown) => (typeof value === "string" ? value.trim() : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trim(value)]));
}

export function problemsOf(values: ItemFormValues): FieldProblem[] {
  return brokenRules(itemRules, bodyOf(values, undefined));
}

export function baseOf(item: ItemWithCopies | undefined): Base<ItemFormValues> {
  if (!item) return { values: emptyItem };
  return { version: item.version, values: { ...firstOf(titleNames, item), attachmentId: pictureOf(item) } };
}

/** Returns the initial values of a duplicate: everything but the SKU, which is unique. */
export function duplicateOf(item: ItemWithCopies): Base<ItemFormValues> {
  return { values: { ...baseOf(item).values, referenceNumber: "" } };
}
