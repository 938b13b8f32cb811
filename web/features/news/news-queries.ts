import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The newest news items; without a limit, all of them. */
export function newsListQuery(limit?: number) {
  return queryOptions({
    queryKey: ["news", "list", limit ?? "all"],
    queryFn: async ({ signal }) => (await call("GET News/GetPublicItems", { query: { limit } }, { signal })).data,
  });
}

/** One news item. */
export function newsItemQuery(id: string) {
  return queryOptions({
    queryKey: ["news", "item", id],
    queryFn: async ({ signal }) => (await call("GET News/GetPublicItem/{id}", { params: { id } }, { signal })).data,
  });
}
