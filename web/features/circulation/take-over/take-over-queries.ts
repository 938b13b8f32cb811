import { queryOptions } from "@tanstack/react-query";
import { call, isRefusedFor } from "#web/lib/call.ts";

/** What an email’s link asks for; null when it is over, which is no fault. */
export function loansAskedQuery(token: string) {
  return queryOptions({
    queryKey: ["orders", "asked", token],
    queryFn: async ({ signal }) => {
      try {
        return (await call("GET Borrowers/GetLoansAsked/{token}", { params: { token } }, { signal })).data;
      } catch (error) {
        if (isRefusedFor(error, "ask-over")) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}
