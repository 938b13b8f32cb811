import { useQuery } from "@tanstack/react-query";
import type { StartConfiguration } from "#contract/content.ts";
import type { Sender } from "#web/features/circulation/order-details/packing-slip.tsx";
import { closedDaysQuery } from "#web/features/circulation/order-queries.ts";

/** Whose parcels these are, and its calendar, for packing slips. */
export function useSender(configuration: StartConfiguration | undefined): Sender {
  return { configuration, closed: useQuery(closedDaysQuery).data ?? [] };
}
