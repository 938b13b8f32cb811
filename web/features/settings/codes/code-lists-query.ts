import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** Subjects and grades, for managers. */
export const codeListsQuery = queryOptions({
  queryKey: ["code lists"],
  queryFn: async ({ signal }) => (await call("GET Code/GetLists", {}, { signal })).data,
});
