import { ownMessages } from "#contract/wire/messages.ts";
import { codeLists, saveCodeList as saveCall, type StoredLists } from "#contract/catalog/code-lists.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { lockMeanings, writeMeanings } from "#server/imports/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, nameOf, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { followCodes } from "./codes.queries.ts";
import * as queries from "./code-lists.queries.ts";
import { renamedMeanings } from "../imports/reading/names.rules.ts";
import { entriesToStore, renamedIn, snapshotOf, withOtherWords } from "./codes.rules.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "#server/platform/jobs/job.ts";
import * as z from "zod/mini";

export async function showCodeLists(db: Database): Promise<StoredLists> {
  return { subjects: await queries.storedList(db, "subjects"), grades: await queries.storedList(db, "grades") };
}

/** Saves a list of codes, and enqueues a job that makes titles searchable by new names. */
export async function saveCodeList(
  db: Database,
  { list, version, entries: input }: Received<typeof saveCall>["body"],
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.takeNextVersion(tx, list, version, actor.userId))) {
      const { changed_by: userId } = await queries.listRow(tx, list);
      throw new Refusal({ kind: "stale", what: "section", changedBy: await nameOf(tx, userId) });
    }
    const before = await queries.entriesOf(tx, list);
    const after = entriesToStore(list, before, input);
    if (!after) throw refusalOf([{ field: "entries", message: ownMessages.codeMissing }]);
    await queries.writeEntries(tx, list, after);
    const renames = renamedIn(list, before, after);
    // files may still use the previous names
    if (renames.length > 0) await writeMeanings(tx, renamedMeanings(await lockMeanings(tx), renames));
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

const batchSize = 50; // titles, because orders may have to wait for a whole batch
const retryAfterMs = 500;
const maxRetries = 1200; // ten minutes; titles in longer transactions keep the old names

const payload = z.object({ list: z.enum(codeLists), id: z.number() });

/** Rewrites the search words of titles with a code, in small batches so that orders wait milliseconds. Idempotent. */
export async function rewriteSearchWords(db: Database, job: Pick<Job, "payload" | "stopping">): Promise<void> {
  const { stopping } = job;
  const code = z.parse(payload, job.payload);
  await awaitOldWriters(db, stopping);
  let locked: number[] = [];
  const rewrite = async (itemIds: readonly number[]) => {
    stopping.throwIfAborted();
    return inTransaction(db, (tx) => queries.rewriteWords(tx, itemIds));
  };
  for (let after = 0; ;) {
    const page = await queries.titlesWithCode(db, code, { after, limit: batchSize });
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
    locked = locked.concat(await rewrite(page));
  }
  while (locked.length > 0) {
    await pause(retryAfterMs, undefined, { signal: stopping });
    const stillLocked: number[] = [];
    for (let start = 0; start < locked.length; start += batchSize)
      stillLocked.push(...(await rewrite(locked.slice(start, start + batchSize))));
    locked = stillLocked;
  }
}

/** Waits for earlier transactions, because titles they add have the old words and are invisible until they commit. */
async function awaitOldWriters(db: Database, stopping: AbortSignal): Promise<void> {
  const xid = await queries.transactionsSoFar(db);
  for (let retries = 0; retries < maxRetries && !(await queries.haveEnded(db, xid)); retries += 1)
    await pause(retryAfterMs, undefined, { signal: stopping });
}
