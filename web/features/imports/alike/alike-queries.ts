import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlikeChoice } from "#contract/imports/alike.ts";
import type { ImportDetail } from "#contract/imports.ts";
import { keep } from "#web/features/imports/import-queries.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";

export const alikePageSize = 10;

/** Which page of an import's possible duplicates is shown. */
export const alikeFilters = addressFilters<{ page: number }>("/admin/import", { page: pageField("alike") });

const listKey = (id: number) => ["imports", id, "alike"];

export function alikeQuery(id: number, page: number) {
  return queryOptions({
    queryKey: [...listKey(id), page],
    queryFn: ({ signal }) =>
      call("GET Import/GetAlike/{id}", { params: { id }, query: { page, pageSize: alikePageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A choice for one row, or for all (0). */
export type Chosen = { row: number; choice: AlikeChoice };

/** Chooses what a save makes of rows; of those that are saved, it happens at once. */
export function useChooseAlike({ importId: id, state }: Pick<ImportDetail, "importId" | "state">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Chosen) =>
      state === "checked"
        ? call("POST Import/ChooseAlike/{id}", { params: { id }, body }).then(({ data }) => keep(client, data))
        : settle(id, body, (detail) => keep(client, detail)),
    onSettled: () => client.invalidateQueries({ queryKey: listKey(id) }),
  });
}

/** Each call settles a hundred titles at most. */
async function settle(id: number, body: Chosen, show: (detail: ImportDetail) => void): Promise<void> {
  for (let before = Infinity; ;) {
    const { data, left } = await call("POST Import/SettleAlike/{id}", { params: { id }, body });
    show(data);
    if (body.row > 0 || left === 0 || left >= before) return;
    before = left;
  }
}
