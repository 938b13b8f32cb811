import { queryOptions } from "@tanstack/react-query";
import { call, CallFailed } from "#web/lib/call.ts";

/** The result of a link: its account, or that it is no longer valid. */
export type ResetLink = { userId: number } | { refused: string };

/** Resolves a link. The answer also sets the cookie that the new password requires, so a cached one is useless. */
export function resetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ["reset", token],
    queryFn: async ({ signal }): Promise<ResetLink> => {
      try {
        const { data } = await call("GET Account/CheckUserResetPassword/{id}", { params: { id: token } }, { signal });
        return { userId: data };
      } catch (error) {
        // a final answer that the page shows
        if (error instanceof CallFailed && error.isRefusal) return { refused: error.message };
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
