import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { CallOf } from "#contract/all.ts";
import type { ImportDetail, ImportState } from "#contract/imports/imports.ts";
import type { FormatChoice } from "#contract/wire/table-format.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { call } from "#web/lib/call.ts";

const pollInterval = 1000; // ms

function isRunning(state: ImportState): boolean {
  return state === "checking" || state === "saving" || state === "undoing";
}

/** Reads one import, and polls it while the server works on it, even after a failed poll. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ["imports", id],
    queryFn: async ({ signal }) => (await call("GET Import/GetImport/{id}", { params: { id } }, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? pollInterval : false),
    staleTime: 0,
  });

export const recentImportsQuery = queryOptions({
  queryKey: ["imports", "recent"],
  queryFn: async ({ signal }) => (await call("GET Import/GetRecentImports", {}, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => isRunning(state)) ? 2 * pollInterval : false),
  staleTime: 0,
});

/** Reads the beginning of a file in a format; it stays the same. */
export const firstRowsQuery = (id: number, choice: FormatChoice) =>
  queryOptions({
    queryKey: ["imports", id, "first-rows", choice],
    queryFn: async ({ signal }) =>
      (await call("GET Import/GetFirstRows/{id}", { params: { id }, query: choice }, { signal })).data,
    staleTime: Infinity,
  });

export function cacheImport(client: QueryClient, detail: ImportDetail): void {
  client.setQueryData(importQuery(detail.importId).queryKey, detail);
  void client.invalidateQueries({ queryKey: recentImportsQuery.queryKey });
}

export type Matching = Request<CallOf<"POST Import/MatchColumns/{id}">>["body"];

/** Caches the import that a call returns, or refetches it after a failure. */
export function useImportUpdate(id: number) {
  const client = useQueryClient();
  return async (answer: Promise<{ data: ImportDetail }>) => {
    try {
      cacheImport(client, (await answer).data);
    } catch (error) {
      void client.invalidateQueries({ queryKey: importQuery(id).queryKey });
      throw error;
    }
  };
}

export function useMatchColumns(id: number) {
  const update = useImportUpdate(id);
  return (body: Matching) => update(call("POST Import/MatchColumns/{id}", { params: { id }, body }));
}
