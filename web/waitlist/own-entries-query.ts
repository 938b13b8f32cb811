import { dataQuery } from "#web/lib/queries.ts";
import { useQuery } from "@tanstack/react-query";
import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { useSession } from "#web/lib/session.ts";

export const ownEntriesQuery = dataQuery(
  ["waitlist", "own"],
  (context) => call("GET Waitlist/GetOwnPlaces", {}, context),
  {
    staleTime: 0,
  },
);

export function useOwnEntry(inventoryId: number): WaitlistEntry | undefined {
  const isBorrower = useSession()?.user.userTypeId === userTypes.user;
  const { data: entries } = useQuery({ ...ownEntriesQuery, enabled: isBorrower });
  return entries?.find((entry) => entry.inventoryId === inventoryId);
}
