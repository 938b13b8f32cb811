import type { CallOf } from "#contract/all.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";
import { directoryQuery } from "./schools-queries.ts";

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
