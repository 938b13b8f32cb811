import { dataQuery } from "#web/lib/queries.ts";
import { queryOptions } from "@tanstack/react-query";
import { call, isRefusedFor } from "#web/lib/call.ts";

/** What an email’s link asks about; null when it is over, which is no fault. */
export function arrivalQuery(token: string) {
  return queryOptions({
    queryKey: ["orders", "arrival", token],
    queryFn: async ({ signal }) => {
      try {
        return (await call("GET Arrivals/GetArrival/{token}", { params: { token } }, { signal })).data;
      } catch (error) {
        if (isRefusedFor(error, "arrival-over")) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}

/** How long parcels take to each region, and back. */
export const postDaysQuery = dataQuery(["post days"], (context) => call("GET Arrivals/GetPostDays", {}, context));
