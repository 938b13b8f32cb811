import { answerQuery } from "#web/lib/queries.ts";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallOf } from "#contract/all.ts";
import type { ImportDetail, ImportState } from "#contract/imports.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";

const beat = 1000; // ms between two polls

/** Whether the server is working on it, so that polling makes sense. */
export function isRunning(state: ImportState): boolean {
  return state === "checking" || state === "saving" || state === "undoing";
}

/** One import; polled while the server works on it, even after a failed poll. */
export function importQuery(id: number) {
  return queryOptions({
    queryKey: ["imports", id],
    queryFn: async ({ signal }) => (await call("GET Import/GetImport/{id}", { params: { id } }, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? beat : false),
    staleTime: 0,
  });
}

export const recentImportsQuery = queryOptions({
  queryKey: ["imports", "recent"],
  queryFn: async ({ signal }) => (await call("GET Import/GetRecentImports", {}, { signal })).data,
  refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => isRunning(state)) ? 2 * beat : false),
  staleTime: 0,
});

/** Updates the screens with an import from an answer. */
export function keep(client: QueryClient, detail: ImportDetail): void {
  client.setQueryData(importQuery(detail.importId).queryKey, detail);
  void client.invalidateQueries({ queryKey: recentImportsQuery.queryKey });
}

/** Uploads a file and returns its import's id. The caller shows refusals. */
export function useUploadImport() {
  const client = useQueryClient();
  return useSentFile(async (file, options) => {
    const { data } = await call("POST Import/UploadFile", { upload: file }, options);
    keep(client, data);
    return data.importId;
  });
}

export type Matching = Request<CallOf<"POST Import/MatchColumns/{id}">>["body"];

/** Shows what a call made of an import; after a failure the import is read again. */
function useShown(id: number) {
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

/** Begins the dry run. */
export function useMatchColumns(id: number) {
  const shown = useShown(id);
  return (body: Matching) => shown(call("POST Import/MatchColumns/{id}", { params: { id }, body }));
}

export type SaidWords = Request<CallOf<"POST Import/MapWords">>["body"]["words"];

/** Says what words of files mean. */
export function useMapWords() {
  return (words: SaidWords) => call("POST Import/MapWords", { body: { words } });
}

/** Starts saving all rows, or the valid ones. */
export function useSaveRows(id: number) {
  const shown = useShown(id);
  return useMutation({
    mutationFn: (rows: "all" | "good") => shown(call("POST Import/SaveRows/{id}", { params: { id }, body: { rows } })),
  });
}

export function useCancelImport(id: number) {
  const shown = useShown(id);
  return useMutation({ mutationFn: () => shown(call("POST Import/Cancel/{id}", { params: { id } })) });
}

/** Takes back what a save did. */
export function useUndoImport(id: number) {
  const shown = useShown(id);
  return useMutation({ mutationFn: () => shown(call("POST Import/Undo/{id}", { params: { id } })) });
}

export const keptPageSize = 25;

/** Which page of an import's kept titles is shown. */
export const keptFilters = addressFilters<{ page: number }>("/admin/import", { page: pageField() });

export const keptTitlesQuery = (id: number, page: number) =>
  answerQuery(
    ["imports", id, "kept", page],
    (context) =>
      call("GET Import/GetKeptTitles/{id}", { params: { id }, query: { page, pageSize: keptPageSize } }, context),
    { keepPrevious: true, staleTime: 0 },
  );
