import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** What a text may become. What was suggested for the text before stays until then; a failure suggests nothing. */
export function suggestionsQuery(text: string) {
  return queryOptions({
    queryKey: ["catalog", "suggestions", text],
    queryFn: async ({ signal }) => (await call("GET Inventory/GetSuggestions", { query: { text } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta: { background: true },
  });
}
