import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueUnlessWaiting } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";

export async function requestBackup(db: Database, actor: Actor, folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Refusal({ kind: "no-backup-folder" });
  await inTransaction(db, async (tx) => {
    if (!(await enqueueUnlessWaiting(tx, "back-up-now"))) return;
    await recordActivity(tx, actor, {
      call: "POST System/BackUp",
      kind: "system",
      subjectId: null,
      label: "Backup",
      before: null,
      after: { Folder: folder },
    });
  });
}
