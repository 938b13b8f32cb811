import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { CallOf } from "#contract/all.ts";
import type { ImportDetail, ImportState } from "#contract/catalog/imports.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { call } from "#web/lib/call.ts";

const beat = 1000; // ms between two polls

/** Whether the server is working on it, so that polling makes sense. */
function isRunning(state: ImportState): boolean {
  return state === "checking" || state === "saving" || state === "undoing";
}

/** One import; polled while the server works on it, even after a failed poll. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ["imports", id],
    queryFn: async ({ signal }) => (await call("GET Import/GetImport/{id}", { params: { id } }, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? beat : false),
    staleTime: 0,
  });

export const recentImportsQuery = queryOptions({
  queryKey: ["imports", "recent"],
  queryFn: async ({ signal }) => (await call("GET Import/GetRecentImports", {}, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => isRunning(state)) ? 2 * beat : false),
  staleTime: 0,
});

export function keep(client: QueryClient, detail: ImportDetail): void {
  client.setQueryData(importQuery(detail.importId).queryKey, detail);
  void client.invalidateQueries({ queryKey: recentImportsQuery.queryKey });
}

export type Matching = Request<CallOf<"POST Import/MatchColumns/{id}">>["body"];

/** Shows what a call made of an import; after a failure the import is read again. */
export function useShown(id: number) {
  const client = useQueryClient();
  return async (answer: Promise<{ data: ImportDetail }>) => {
    try {
      keep(client, (await answer).data);
    } catch (error) {
      void client.invalidateQueries({ queryKey: importQuery(id).queryKey });
      throw error;
    }
  };
}

export function useMatchColumns(id: number) {
  const shown = useShown(id);
  return (body: Matching) => shown(call("POST Import/MatchColumns/{id}", { params: { id }, body }));
}
