import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, idField, textField } from "#web/lib/filters/address-filters.ts";
import { answerQuery } from "#web/lib/queries.ts";

export function copyQuery(inventoryItemId: number) {
  return queryOptions({
    // under "catalog", so that it is refetched when its title is saved
    queryKey: ["catalog", "copy", inventoryItemId],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/GetInventoryItemById/{id}", { params: { id: inventoryItemId } }, { signal })).data,
  });
}

/** `item` is 0 for all titles; `shown` is "any" to include copies with a printed label. */
export type LabelFilters = { item: number; text: string; shown: "" | "any" };

export const labelFilters = addressFilters<LabelFilters>("/admin/labels", {
  item: idField("item"),
  text: textField("q"),
  shown: choiceField("show", "", ["any"]),
});

/** Lists the copies of a title, or all active copies that match a search or have no printed label. */
export function labelCopiesQuery({ item: inventoryId, text: searchString, shown }: LabelFilters) {
  const query = { inventoryId, searchString, labeledToo: shown === "any" };
  return answerQuery(["catalog", "labels", query], (context) => call("GET Labels/GetCopies", { query }, context));
}
