import { queryOptions } from "@tanstack/react-query";
import { dataQuery } from "#web/lib/queries.ts";
import { call, CallFailed } from "#web/lib/call.ts";

export function borrowerQuery(userId: number | string) {
  const params = { userId: String(userId) };
  return dataQuery(["accounts", "borrower", params.userId], (context) =>
    call("GET Account/GetBorrowerInformationByUserId/{userId}", { params }, context),
  );
}

export const ownSessionsQuery = dataQuery(["accounts", "sessions"], (context) =>
  call("GET Account/GetSessions", {}, context),
);

/** Returns the query of a link in an email: its data, or the library's refusal, which a retry wouldn't change. */
export function emailLinkQuery<Data>(
  key: readonly [string, token: string],
  ask: (context: { signal: AbortSignal }) => Promise<{ data: Data }>,
) {
  return queryOptions({
    queryKey: key,
    queryFn: async (context): Promise<{ data: Data } | { refusal: string }> => {
      try {
        return { data: (await ask(context)).data };
      } catch (error) {
        if (error instanceof CallFailed && error.isRefusal) return { refusal: error.message };
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: 0, // not cached: the answer for a password reset also sets the cookie that the new password needs
  });
}
