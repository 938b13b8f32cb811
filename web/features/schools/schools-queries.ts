import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";
import { call } from "#web/lib/call.ts";

export const schoolFilters = addressFilters<{ page: number; decided: number }>("/admin/schools", {
  page: pageField(),
  decided: pageField("decided"),
});

/** The state's directory as it is. */
export const directoryQuery = queryOptions({
  queryKey: ["schools", "directory"],
  queryFn: async ({ signal }) => (await call("GET Schools/GetDirectory", {}, { signal })).data,
});

/** Names that borrowers wrote and no school has. */
export function writtenNamesQuery({ page }: Pick<typeof schoolFilters.none, "page">) {
  return queryOptions({
    queryKey: ["schools", "written names", page],
    queryFn: ({ signal }) => call("GET Schools/GetWrittenNames", { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What staff said of written names, the latest first. */
export function decidedNamesQuery({ decided: page }: Pick<typeof schoolFilters.none, "decided">) {
  return queryOptions({
    queryKey: ["schools", "decided names", page],
    queryFn: ({ signal }) => call("GET Schools/GetDecidedNames", { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
