import { removeCalendar as removeCalendarCall } from "#contract/schools/calendars.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { deleteCalendar } from "./calendars.queries.ts";
import { labelOf, lockUnchanged, snapshotOf } from "./save-calendar.ts";

/** Removes a calendar as it was at this version. The audit keeps its days. */
export async function removeCalendar(db: Database, id: number, version: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockUnchanged(tx, id, version);
    await deleteCalendar(tx, id);
    await recordAudit(tx, actor, {
      call: removeCalendarCall.call,
      kind: "calendar",
      subjectId: id,
      label: labelOf(before),
      before: snapshotOf(before),
      after: {},
    });
  });
}
