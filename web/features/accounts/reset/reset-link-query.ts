import { queryOptions } from "@tanstack/react-query";
import { call, CallFailed } from "#web/lib/call.ts";

/** What there is to say of a link: whose it is, or that it is no longer good. */
export type ResetLink = { userId: number } | { refused: string };

/** Whose link it is. Asking also gives the browser the cookie that the new password needs, so an old answer is no use. */
export function resetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ["reset", token],
    queryFn: async ({ signal }): Promise<ResetLink> => {
      try {
        const { data } = await call("GET Account/CheckUserResetPassword/{id}", { params: { id: token } }, { signal });
        return { userId: data };
      } catch (error) {
        // that is an answer, which the page shows for good
        if (error instanceof CallFailed && error.isRefusal) return { refused: error.message };
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}
