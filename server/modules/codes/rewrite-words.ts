import { setTimeout as pause } from "node:timers/promises";
import { codeLists } from "#contract/staff/code-lists.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import * as z from "zod/mini";
import * as queries from "./rewrite-words.queries.ts";

const atOnce = 50; // titles, which an order would have to wait for
const rest = 500; // ms before it is looked again whether something has ended
const mostRests = 1200; // ten minutes: what writes longer began with the old names, and keeps them

const payload = z.object({ list: z.enum(codeLists), id: z.number() });

/**
 * Rewrites what the titles with a code are searched by, after it was given other words: a few at once, so that orders
 * wait for milliseconds. Running it again does the same.
 */
export async function rewriteSearchWords(db: Database, job: Pick<Job, "payload" | "stopping">): Promise<void> {
  const { stopping } = job;
  const code = z.parse(payload, job.payload);
  await oldWriters(db, stopping);
  let held: number[] = [];
  const rewrite = async (itemIds: readonly number[]) => {
    stopping.throwIfAborted();
    return inTransaction(db, (tx) => queries.rewriteWords(tx, itemIds));
  };
  for (let after = 0; ;) {
    const page = await queries.titlesWithCode(db, code, { after, most: atOnce });
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
    held = held.concat(await rewrite(page));
  }
  while (held.length > 0) {
    await pause(rest, undefined, { signal: stopping });
    const still: number[] = [];
    for (let start = 0; start < held.length; start += atOnce)
      still.push(...(await rewrite(held.slice(start, start + atOnce))));
    held = still;
  }
}

/** Waits for what began before: a title that it adds has the old words, and is not seen until it ends. */
async function oldWriters(db: Database, stopping: AbortSignal): Promise<void> {
  const soFar = await queries.transactionsSoFar(db);
  for (let rests = 0; rests < mostRests && !(await queries.haveEnded(db, soFar)); rests += 1)
    await pause(rest, undefined, { signal: stopping });
}
