import { queryOptions } from "@tanstack/react-query";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { maxTitles, type TitleOnDays } from "#contract/orders/title-days.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { currentSession, useSession } from "#web/lib/session.ts";

/**
 * Dates and availability depend on the closures of a borrower's school. The server renders pages for a visitor, who has
 * no school.
 */
export const useBorrowerId = () => useSession()?.user.borrowerId ?? null;
export const currentBorrowerId = () => currentSession()?.user.borrowerId ?? null;

type Batch = { ids: Set<number>; answer: Promise<TitleOnDays[]> };
const batches = new Map<string, Batch>();

/** Batches the titles of a page into one call. */
async function fetchInBatch(id: number, { from, to }: Teaching): Promise<TitleOnDays | null> {
  const key = `${from}/${to}`;
  const batch = batches.get(key) ?? newBatch(key, { from, to });
  batch.ids.add(id);
  if (batch.ids.size === maxTitles) batches.delete(key);
  return (await batch.answer).find(({ inventoryId }) => inventoryId === id) ?? null;
}

function newBatch(key: string, { from, to }: Teaching): Batch {
  const ids = new Set<number>();
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    if (batches.get(key)?.ids === ids) batches.delete(key);
    const query = { ids: [...ids].join("|"), teachFrom: from, teachTo: to };
    return (await call("GET Inventory/GetTitlesOnDays", { query })).data;
  };
  const batch = { ids, answer: send() };
  batches.set(key, batch);
  return batch;
}

/** Fetches availability for a borrower's school, in the order of the ids, with null for unknown titles. */
export function availabilityForDatesQuery(
  ids: readonly number[],
  teaching: Teaching | undefined,
  borrowerId: number | null,
) {
  const { from = "", to = "" } = teaching ?? {};
  return queryOptions({
    queryKey: ["catalog", "days", ids, from, to, borrowerId] as const,
    queryFn: async () => (teaching ? Promise.all(ids.map((id) => fetchInBatch(id, teaching))) : []),
    enabled: teaching !== undefined && ids.length > 0,
    // keep showing a visitor's results until those for their school load
    placeholderData: (previous, query) =>
      query?.queryKey[3] === from && query.queryKey[4] === to && query.queryKey[2].join() === ids.join()
        ? previous
        : undefined,
    retry: (count, failure) => !refusalOf(failure) && count < 2,
    meta: { background: true },
  });
}
