import { queryOptions } from "@tanstack/react-query";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { type TitleOnDays, titlesAtOnce } from "#contract/orders/title-days.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { areTyped } from "./teaching.ts";

type Batch = { ids: Set<number>; answer: Promise<TitleOnDays[]> };
const batches = new Map<string, Batch>();

/** Titles that are asked for at the same moment are one call: those of a page. */
async function batched(id: number, { from, to }: Teaching): Promise<TitleOnDays | null> {
  const key = `${from}/${to}`;
  const batch = batches.get(key) ?? newBatch(key, { from, to });
  batch.ids.add(id);
  if (batch.ids.size === titlesAtOnce) batches.delete(key);
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

/** What titles have for teaching days, in their order; null: it is not there. */
export function titleDaysQuery(ids: readonly number[], teaching: Teaching | undefined) {
  return queryOptions({
    queryKey: ["catalog", "days", ids, teaching],
    queryFn: async () => (teaching ? Promise.all(ids.map((id) => batched(id, teaching))) : []),
    enabled: teaching !== undefined && areTyped(teaching),
    retry: (count, failed) => !refusalOf(failed) && count < 2,
    meta: { background: true },
  });
}
