import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Caller } from "#e2e/steps/api.ts";
import type { Database } from "#server/platform/database.ts";
import type { Library } from "#e2e/library.ts";

/** What visitors had: every answer's time in ms, what failed, and how long a statement waited for a lock at most, in ms. */
export type Seen = { took: number[]; failed: string[]; waited: number };

const between = 20; // ms from an answer to the next request of the same visitor

/** Three who read and three who order, one request after another, until told. */
export function visit(library: Library, db: Database, borrowers: readonly Caller[], titles: number) {
  const seen: Seen = { took: [], failed: [], waited: 0 };
  let isOver = false;
  const ask = async (path: string, token?: string) => {
    const began = performance.now();
    const init = token === undefined ? {} : { method: "POST", headers: { authorization: `Bearer ${token}` } };
    const answer = await fetch(`${library.address}/api/${path}`, init).catch(String);
    const body = typeof answer === "string" ? answer : await answer.text();
    seen.took.push(performance.now() - began);
    if (typeof answer === "string" || answer.status !== 200) seen.failed.push(`${path}: ${body}`);
    await pause(between);
    return body;
  };
  let turn = 0;
  const someTitle = () => ((turn += 1) * 7919) % titles || 1; // spread over all of them
  const read = async () => {
    while (!isOver) {
      await ask(`Inventory/Get/${someTitle()}`);
      await ask("Inventory/GetRecentItems?itemCount=8");
    }
  };
  const borrow = async ({ kept: { token }, borrowerId }: Caller) => {
    while (!isOver) {
      const cart = /"data":"([^"]+)"/.exec(await ask(`Cart/AddItemToCart/${someTitle()}/1/false`, token))?.[1];
      if (cart !== undefined) await ask(`Order/SaveOrder/${borrowerId}/${cart}`, token);
    }
  };
  const watch = async () => {
    while (!isOver) {
      const { rows } = await sql<{ ms: number | null }>`
        select (max(extract(epoch from clock_timestamp() - waitstart)) * 1000)::float8 as ms
        from pg_locks join pg_stat_activity using (pid) where not granted and application_name = 'library'`.execute(db);
      seen.waited = Math.max(seen.waited, rows[0]?.ms ?? 0);
      await pause(25);
    }
  };
  const all = [read(), read(), read(), ...borrowers.map(borrow), watch()];
  return async () => {
    isOver = true;
    await Promise.all(all);
    return seen;
  };
}
