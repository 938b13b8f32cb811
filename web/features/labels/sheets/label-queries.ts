import { answerQuery } from "#web/lib/queries.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallOf } from "#contract/all.ts";
import type { Label } from "#contract/labels.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { CallFailed, call } from "#web/lib/call.ts";
import { addressFilters, choiceField, idField, textField } from "#web/lib/filters/address-filters.ts";
import { saveFile } from "#web/lib/files/save-file.ts";

export function copyQuery(inventoryItemId: number) {
  return queryOptions({
    // under "catalog", so that it is refetched when its title is saved
    queryKey: ["catalog", "copy", inventoryItemId],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/GetInventoryItemById/{id}", { params: { id: inventoryItemId } }, { signal })).data,
  });
}

/** Whose labels: the copies of one title (0: of any), found by words; "any": those that have a label, too. */
export type LabelFilters = { item: number; text: string; shown: "" | "any" };

export const labelFilters = addressFilters<LabelFilters>("/admin/labels", {
  item: idField("item"),
  text: textField("q"),
  shown: choiceField("show", "", ["any"]),
});

/** The copies of a title; without one, all active copies that have no printed label, or were searched for. */
export function labelCopiesQuery({ item: inventoryId, text: searchString, shown }: LabelFilters) {
  const query = { inventoryId, searchString, labeledToo: shown === "any" };
  return answerQuery(["catalog", "labels", query], (context) => call("GET Labels/GetCopies", { query }, context));
}

export type Sheet = Required<Request<CallOf<"POST Labels/MakeSheet">>["body"]>;

export function useMakeSheet() {
  return useMutation({
    mutationFn: async (sheet: Sheet) => saveFile(await call("POST Labels/MakeSheet", { body: sheet })),
  });
}

/** Marks these copies as labeled if their SKU is unchanged. Returns how many were skipped because it has changed. */
export function useMarkPrinted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (printed: readonly Label[]) => {
      const inventoryItems = printed.map(({ inventoryItemId, skuNumber }) => ({ inventoryItemId, skuNumber }));
      return call("POST Labels/MarkPrinted", { body: { inventoryItems } });
    },
    // after a refusal too: a renamed copy has another name in the list
    onSettled: () => client.invalidateQueries({ queryKey: ["catalog", "labels"] }),
    // the page shows refusals
    meta: { done: "Labels marked as printed.", ownFaults: (error) => error instanceof CallFailed && error.isRefusal },
  });
}
