import { type ReminderSteps, saveReminderSteps as saveCall } from "#contract/desk/reminders.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import { reminderSteps, storeSteps } from "./reminders.queries.ts";

export async function showReminderSteps(db: Database): Promise<ReminderSteps> {
  const row = await reminderSteps(db);
  const { version, days_before: daysBefore, suggest_lost_after: suggestLostAfter } = row;
  return { version, daysBefore, daysAfter: row.days_after, suggestLostAfter };
}

/** Saves when borrowers are reminded; refuses a stale save. */
export async function saveReminderSteps(db: Database, given: ReminderSteps, actor: Actor): Promise<void> {
  const steps = { ...given, daysAfter: [...new Set(given.daysAfter)].toSorted((a, b) => a - b) };
  await inTransaction(db, async (tx) => {
    const before = await showReminderSteps(tx);
    if (!(await storeSteps(tx, steps, actor.userId))) {
      const { changed_by: who } = await reminderSteps(tx);
      throw new Refusal({ kind: "stale", what: "section", changedBy: await nameOf(tx, who) });
    }
    const thing = { kind: "mail" as const, subjectId: null, label: "Reminders" };
    await recordAudit(tx, actor, { call: saveCall.call, ...thing, before: inWords(before), after: inWords(steps) });
  });
}

function inWords({ daysBefore, daysAfter, suggestLostAfter }: ReminderSteps): Snapshot {
  return {
    "Days before the due date": daysBefore,
    "Days overdue": daysAfter.join(", "),
    "Suggest lost after days": suggestLostAfter,
  };
}
