import { ownMessages } from "#contract/messages.ts";
import { saveCodeList as saveCall, type StoredLists } from "#contract/staff/code-lists.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, nameOf, recordAudit } from "#server/platform/record-audit.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { followCodes } from "./codes.queries.ts";
import * as queries from "./code-lists.queries.ts";
import { entriesToStore, type Renamed, renamedIn, snapshotOf, withOtherWords } from "./codes.rules.ts";

/** Tells those who keep names of codes, in the transaction of the save. */
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
    await recordAudit(tx, actor, {
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
