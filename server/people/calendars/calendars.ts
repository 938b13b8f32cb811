import path from "node:path";
import { ownMessages } from "#contract/wire/messages.ts";
import {
  calendarLimits,
  calendarRules,
  readCalendarFile as readFileCall,
  removeCalendar as removeCalendarCall,
  saveCalendar as saveCalendarCall,
} from "#contract/people/calendars.ts";
import type { Received, UploadedFile } from "#contract/wire/endpoint.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { readInOwnProcess } from "#server/platform/workers/worker.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import * as z from "zod/mini";
import * as queries from "./calendars.queries.ts";

type CalendarForm = Received<typeof saveCalendarCall>["body"];

/** Saves a calendar, or adds one with id 0. Returns its id. */
export async function saveCalendar(db: Database, form: CalendarForm, actor: Actor): Promise<number> {
  const { district, years, breaks } = z.parse(calendarRules, form);
  return inTransaction(db, async (tx) => {
    const before = form.calendarId === 0 ? undefined : await lockUnchanged(tx, form.calendarId, form.version);
    await refuseDistrict(tx, district, before);
    const change = {
      district,
      years: byDay(years),
      breaks: byDay(breaks),
      changed_by: actor.userId,
      changed_at: actor.at,
    };
    const after = before
      ? await queries.updateCalendar(tx, before.calendarId, change)
      : await queries.insertCalendar(tx, change);
    if (!after) throw refusalOf([{ field: "district", message: ownMessages.calendarTaken }]);
    await recordActivity(tx, actor, {
      call: saveCalendarCall.call,
      kind: "calendar",
      subjectId: after.calendarId,
      label: labelOf(after),
      before: before ? snapshotOf(before) : null,
      after: snapshotOf(after),
    });
    return after.calendarId;
  });
}

/** Locks a calendar for a change. Refused if it changed since this version. */
async function lockUnchanged(tx: Transaction, id: number, version: number | null | undefined) {
  const row = found(await queries.lockCalendar(tx, id));
  if (typeof version === "number" && version !== row.version)
    throw new Refusal({ kind: "stale", what: "calendar", changedBy: await nameOf(tx, row.changed_by) });
  return row;
}

async function refuseDistrict(tx: Transaction, district: string, before: queries.CalendarRow | undefined) {
  const { total, id, isName } = await queries.calendarFor(tx, district);
  const refuse = (message: string) => refusalOf([{ field: "district", message }]);
  if (district !== "" && !isName) throw refuse(ownMessages.notADistrict);
  if (id !== null && id !== before?.calendarId) throw refuse(ownMessages.calendarTaken);
  if (!before && total >= calendarLimits.calendars) throw refuse(ownMessages.calendarsFull(calendarLimits.calendars));
}

const byDay = <Days extends { from: string }>(days: readonly Days[]) =>
  days.toSorted((a, b) => (a.from < b.from ? -1 : 1));

const labelOf = ({ district }: Pick<queries.CalendarRow, "district">) => district || "All other districts";

const snapshotOf = (row: queries.CalendarRow): Snapshot => ({
  District: labelOf(row),
  "School years": row.years.map(inWords).join("\n"),
  Breaks: row.breaks.map(inWords).join("\n"),
});

const inWords = ({ from, to, about }: { from: string; to: string; about?: string }) =>
  [to === "" ? from : `${from} to ${to}`, about].filter(Boolean).join(": ");

/** Removes a calendar, unless it changed since this version. The activity log keeps its days. */
export async function removeCalendar(db: Database, id: number, version: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockUnchanged(tx, id, version);
    await queries.deleteCalendar(tx, id);
    await recordActivity(tx, actor, {
      call: removeCalendarCall.call,
      kind: "calendar",
      subjectId: id,
      label: labelOf(before),
      before: snapshotOf(before),
      after: {},
    });
  });
}

/** Reads the days in a file without saving them. Refuses a file that exceeds the limits. */
export const readCalendarFile = async (
  { bytes }: UploadedFile,
  { today, timeZone }: { today: string; timeZone: string },
) =>
  readInOwnProcess({
    module: path.join(import.meta.dirname, "read-calendar-file"),
    input: { bytes, today, timeZone },
    result: readFileCall.answer.data,
    maxSeconds: 20,
  });
