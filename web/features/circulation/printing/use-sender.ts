import { useQuery } from "@tanstack/react-query";
import type { StartConfiguration } from "#contract/content.ts";
import type { Sender } from "#web/features/circulation/order-details/packing-slip.tsx";
import { parcelContentQuery, parcelDaysQuery } from "#web/features/circulation/order-queries.ts";

/** Whose parcels these are, its calendar and those of their schools, and what the way back costs, for packing slips. */
export function useSender(configuration: StartConfiguration | undefined, orderIds: readonly number[]): Sender {
  const { closed = [], costs = [] } = useQuery(parcelContentQuery).data ?? {};
  const days = useQuery(parcelDaysQuery(orderIds)).data;
  return { configuration, closed, costs, days };
}
