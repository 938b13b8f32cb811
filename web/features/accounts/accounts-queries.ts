import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

export function borrowerQuery(userId: number | string) {
  const params = { userId: String(userId) };
  return queryOptions({
    queryKey: ["accounts", "borrower", params.userId],
    queryFn: async ({ signal }) =>
      (await call("GET Account/GetBorrowerInformationByUserId/{userId}", { params }, { signal })).data,
  });
}

export const ownSessionsQuery = queryOptions({
  queryKey: ["accounts", "sessions"],
  queryFn: async ({ signal }) => (await call("GET Account/GetSessions", {}, { signal })).data,
});
