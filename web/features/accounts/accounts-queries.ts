import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** The borrower of a user. */
export function borrowerQuery(userId: number | string) {
  return queryOptions({
    queryKey: ["accounts", "borrower", String(userId)],
    queryFn: async ({ signal }) =>
      (
        await call(
          "GET Account/GetBorrowerInformationByUserId/{userId}",
          { params: { userId: String(userId) } },
          { signal },
        )
      ).data,
  });
}
