import { removeThesaurusEntry } from "#contract/catalog/thesaurus.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { deleteEntry } from "./entries.queries.ts";
import { labelOf, lockUnchanged, snapshotOf } from "./save-entry.ts";

/** Removes an entry of the thesaurus as it was at this version. The audit keeps its words. */
export async function removeEntry(db: Database, id: number, version: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockUnchanged(tx, id, version);
    await deleteEntry(tx, id);
    await recordAudit(tx, actor, {
      call: removeThesaurusEntry.call,
      kind: "thesaurus",
      subjectId: id,
      label: labelOf(before),
      before: snapshotOf(before),
      after: {},
    });
  });
}
