import type { CallOf } from "#contract/all.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";
import { call } from "#web/lib/call.ts";
import { useSentFile } from "#web/lib/uploads.ts";

export const schoolFilters = addressFilters<{ page: number }>("/admin/schools", { page: pageField() });

/** The state's directory as it is. */
export const directoryQuery = queryOptions({
  queryKey: ["schools", "directory"],
  queryFn: async ({ signal }) => (await call("GET Schools/GetDirectory", {}, { signal })).data,
});

/** Names that borrowers wrote and no school has. */
export function writtenNamesQuery({ page }: { page: number }) {
  return queryOptions({
    queryKey: ["schools", "written names", page],
    queryFn: ({ signal }) => call("GET Schools/GetWrittenNames", { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Takes in a file; the schools of borrowers may be others afterwards. */
export function useUploadDirectory() {
  const client = useQueryClient();
  return useSentFile(async (file, options) => {
    const { data } = await call("POST Schools/UploadDirectory", { upload: file }, options);
    client.setQueryData(directoryQuery.queryKey, data);
    await Promise.all(["schools", "borrowers"].map((kind) => client.invalidateQueries({ queryKey: [kind] })));
    return data;
  });
}

type Decision = Request<CallOf<"POST Schools/DecideName">>["body"];

/** Keeps what written names mean. */
export function useDecideName(done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) => call("POST Schools/DecideName", { body }),
    meta: { done },
    onSettled: () =>
      Promise.all(["schools", "borrowers"].map((kind) => client.invalidateQueries({ queryKey: [kind] }))),
  });
}
