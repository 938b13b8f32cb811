import { queryOptions } from "@tanstack/react-query";
import { call, CallFailed } from "#web/lib/call.ts";

/** Where an invitation was sent, unless its link no longer works. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: async ({ signal }): Promise<{ emailAddress: string } | { refused: string }> => {
      try {
        return (await call("GET Staff/CheckInvitation/{token}", { params: { token } }, { signal })).data;
      } catch (error) {
        // a final answer that the page shows
        if (error instanceof CallFailed && error.isRefusal) return { refused: error.message };
        throw error;
      }
    },
    staleTime: Infinity,
  });
}
