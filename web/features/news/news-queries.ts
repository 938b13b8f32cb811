import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The newest news items; all of them without a limit. */
export function newsListQuery(limit?: number) {
  return queryOptions({
    queryKey: ["news", "list", limit ?? "all"],
    queryFn: async ({ signal }) => (await call("GET News/GetPublicItems", { query: { limit } }, { signal })).data,
  });
}

export function newsItemQuery(id: string) {
  return queryOptions({
    queryKey: ["news", "item", id],
    queryFn: async ({ signal }) => (await call("GET News/GetPublicItem/{id}", { params: { id } }, { signal })).data,
  });
}
