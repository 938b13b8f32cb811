import { dataQuery } from "#web/lib/queries.ts";
import { useQuery } from "@tanstack/react-query";
import type { QueuePlace } from "#contract/waitlist/queue.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { useSession } from "#web/lib/session.ts";

export const ownPlacesQuery = dataQuery(["queue", "own"], (context) => call("GET Queue/GetOwnPlaces", {}, context), {
  staleTime: 0,
});

/** The reader’s place in the line for a title, if there is one. */
export function useOwnPlace(inventoryId: number): QueuePlace | undefined {
  const isBorrower = useSession()?.user.userTypeId === userTypes.user;
  const { data: places } = useQuery({ ...ownPlacesQuery, enabled: isBorrower });
  return places?.find((one) => one.inventoryId === inventoryId);
}
