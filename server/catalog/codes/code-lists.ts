import { ownMessages } from "#contract/wire/messages.ts";
import { codeLists, saveCodeList as saveCall, type StoredLists } from "#contract/catalog/code-lists.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, nameOf, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { followCodes } from "./codes.queries.ts";
import * as queries from "./code-lists.queries.ts";
import { entriesToStore, type Renamed, renamedIn, snapshotOf, withOtherWords } from "./codes.rules.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "#server/platform/jobs/job.ts";
import * as z from "zod/mini";

export type TellRenamed = (tx: Transaction, renamed: readonly Renamed[]) => Promise<void>;

export async function showCodeLists(db: Database): Promise<StoredLists> {
  return { subjects: await queries.storedList(db, "subjects"), grades: await queries.storedList(db, "grades") };
}

/** Saves a list of codes. It holds here at once; titles are found by new names when their job is done. */
export async function saveCodeList(
  db: Database,
  { list, version, entries: sent }: Received<typeof saveCall>["body"],
  actor: Actor,
  tellRenamed: TellRenamed,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.takeNextVersion(tx, list, version, actor.userId))) {
      const { changed_by: who } = await queries.listRow(tx, list);
      throw new Refusal({ kind: "stale", what: "section", changedBy: await nameOf(tx, who) });
    }
    const before = await queries.entriesOf(tx, list);
    const after = entriesToStore(list, before, sent);
    if (!after) throw refusalOf([{ field: "entries", message: ownMessages.codeMissing }]);
    await queries.writeEntries(tx, list, after);
    const renamed = renamedIn(list, before, after);
    if (renamed.length > 0) await tellRenamed(tx, renamed);
    for (const { id } of withOtherWords(list, before, after))
      await enqueueJob(tx, { kind: "rewrite-search-words", key: `${list} ${id}`, payload: { list, id } });
    await recordActivity(tx, actor, {
      call: saveCall.call,
      kind: "settings",
      subjectId: null,
      label: list === "subjects" ? "Subjects" : "Grades",
      before: snapshotOf(before, before),
      after: snapshotOf(after, before),
    });
  });
  await followCodes(db);
}

const atOnce = 50; // titles, which an order would have to wait for
const rest = 500; // ms before it is looked again whether something has ended
const maxRests = 1200; // ten minutes: what writes longer began with the old names, and keeps them

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
  for (let rests = 0; rests < maxRests && !(await queries.haveEnded(db, soFar)); rests += 1)
    await pause(rest, undefined, { signal: stopping });
}
