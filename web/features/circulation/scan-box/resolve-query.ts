import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { cut } from "#contract/wire/cut.ts";
import { call } from "#web/lib/call.ts";

export const longestText = 200; // characters, of the call

/** What a typed or scanned text may be. */
export function resolveQuery(text: string) {
  return queryOptions({
    queryKey: ["resolve", text],
    queryFn: ({ signal }) => resolve(text, signal),
    placeholderData: keepPreviousData,
    staleTime: 5000,
    meta: { background: true },
  });
}

/** The same at once and without a cache: a copy that was just checked in is on the shelf. */
export async function resolve(text: string, signal?: AbortSignal) {
  const { data } = await call(
    "GET Desk/Resolve",
    { query: { text: cut(text, longestText) } },
    signal ? { signal } : {},
  );
  return data;
}
