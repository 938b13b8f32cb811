import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import * as z from "zod";
import type { Database } from "#server/platform/database.ts";
import { systemClock } from "#server/platform/clock.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";

const copies = 3000; // of the title that one client orders
const retryStatuses = [502, 503, 504];
const answer = z.object({ isSuccess: z.literal(true), data: z.unknown().optional(), id: z.number().optional() });

export type Seen = {
  /** Acknowledged orders, with the time of the response in ms and the client's index. */
  orders: { id: number; at: number; client: number }[];
  /** Requests, not counting retries. */
  requests: number;
  /** Requests that were retried, as the browser does if that's safe. */
  again: number;
  /** Retries that failed, too. */
  againInVain: number;
  /** Requests that failed for good, with the response. */
  refused: { what: string; at: number }[];
  /** Orders that were sent and never acknowledged, and may or may not exist. */
  unknown: number;
};

/** Adds all copies of a title but the first, in one statement. */
async function addCopies(db: Database, itemId: number) {
  await sql`insert into copies (item_id, copy_number, sku_number) select item_id, number, sku_number
    from copies, generate_series(2, ${copies}::integer) number where item_id = ${itemId}`.execute(db);
  await sql`update items set active_copies = ${copies} where item_id = ${itemId}`.execute(db);
}

/** Starts borrowers who read a page and order, over and over as a browser would, until `leave`. */
export async function startClients(address: string, db: Database, count: number) {
  const parts = { db, clock: systemClock, configuration: testConfiguration({}) };
  const seen: Seen = { orders: [], requests: 0, again: 0, againInVain: 0, refused: [], unknown: 0 };
  let isOver = false;
  const send = async (path: string, init: RequestInit) => {
    seen.requests += 1;
    for (let tries = 1; ; tries += 1) {
      const res = await fetch(`${address}/api/${path}`, { ...init, signal: AbortSignal.timeout(60_000) }).catch(String);
      const text = typeof res === "string" ? res : await res.text();
      const body = typeof res !== "string" && res.ok ? answer.safeParse(JSON.parse(text)).data : undefined;
      if (body) return body;
      const problem = typeof res === "string" ? text : `${res.status} ${text}`;
      if (tries === 1 && (typeof res === "string" || retryStatuses.includes(res.status))) {
        seen.again += 1;
        await pause(600); // as web/lib waits
        continue;
      }
      if (tries > 1) seen.againInVain += 1;
      seen.refused.push({ what: `${path.replaceAll(/\d{2,}|[\w-]{20,}/g, "…")}: ${problem}`, at: Date.now() });
      return undefined;
    }
  };
  const clients = [];
  for (let client = 0; client < count; client += 1) {
    const [{ itemId }, { token, borrowerId }] = [await anItem(parts), await aBorrower(parts)];
    await addCopies(db, itemId);
    const headers = { authorization: `Bearer ${token}` };
    clients.push(async () => {
      while (!isOver) {
        await send(`Inventory/Get/${itemId}`, { headers });
        const cart = await send(`Cart/AddItemToCart/${itemId}/1/false`, { method: "POST", headers });
        if (typeof cart?.data !== "string") continue;
        const order = await send(`Order/SaveOrder/${borrowerId}/${cart.data}`, { method: "POST", headers });
        if (order?.id === undefined) seen.unknown += 1;
        else seen.orders.push({ id: order.id, at: Date.now(), client });
      }
    });
  }
  const working = clients.map((work) => work());
  return {
    seen,
    leave: async () => {
      isOver = true;
      await Promise.all(working);
    },
  };
}
