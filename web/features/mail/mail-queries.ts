import { dataQuery } from "#web/lib/queries.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { type MailFilters, mailPageSize } from "./mail-filters.ts";

/** One page of emails. Never cached, and polled while one waits. */
export function mailsQuery(filters: MailFilters) {
  return queryOptions({
    queryKey: ["mail", "list", filters],
    queryFn: ({ signal }) =>
      call("GET Mail/GetMails", { query: { ...filters, pageSize: mailPageSize(filters) } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.data.some((mail) => mail.state === "waiting") ? 5000 : false),
  });
}

/** How many emails want a look, and whether any leaves the library now; failures are silent. */
export const mailTroubleQuery = queryOptions({
  queryKey: ["mail", "trouble"],
  queryFn: async ({ signal }) => {
    const query = { state: "trouble", page: 1, pageSize: 1 } as const;
    const { counts, isToFiles, isServerAway } = await call("GET Mail/GetMails", { query }, { signal });
    return { ...counts, isToFiles, isServerAway };
  },
  staleTime: 0,
  meta: { background: true },
});

export const mailKindsQuery = dataQuery(["mail", "kinds"], (context) => call("GET Mail/GetKinds", {}, context));
