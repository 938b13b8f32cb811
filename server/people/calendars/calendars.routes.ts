import * as calls from "#contract/people/calendars.ts";
import { serve } from "#server/http/serve.ts";
import type { Session } from "#server/http/caller.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { today } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { presentCalendar, presentListed, removeCalendar, saveCalendar } from "./calendars.ts";
import { borrowersByCalendar, calendarsLike, calendarWithId } from "./calendars.queries.ts";
import { readCalendarFile } from "./read-calendar-file.ts";

const uploads = {
  uploadBytes: calls.calendarLimits.bytes,
  uploadSentences: {
    missing: "Choose a file to upload.",
    another: "Upload one file at a time.",
    tooLarge: "The file can’t be larger than 1 MB.",
  },
};

export function calendarsRoutes(app: FastifyInstance, { db, clock, configuration }: ConfiguredParts<"timeZone">): void {
  const actorOf = ({ userId }: Session) => ({ userId, at: clock.now() });
  serve(app, calls.getCalendars, async ({ query: { searchString, page = 1, pageSize = 25 } }) => {
    const { rows, total } = await calendarsLike(db, searchString, { number: page, size: pageSize });
    const borrowers = await borrowersByCalendar(db);
    return { data: rows.map((row) => presentListed(row, borrowers.get(row.calendar_id) ?? 0)), total };
  });
  serve(app, calls.getCalendar, async ({ params: { id } }) => ({ data: await showCalendar(db, id) }));
  serve(app, calls.saveCalendar, async ({ body }, { session }) => {
    const id = await saveCalendar(db, body, actorOf(session));
    return { id, data: await showCalendar(db, id) };
  });
  serve(app, calls.removeCalendar, async ({ params: { id }, body }, { session }) => {
    await removeCalendar(db, id, body.version, actorOf(session));
    return { id };
  });
  serve(
    app,
    calls.readCalendarFile,
    async ({ upload }) => ({ data: await readCalendarFile(upload, today(clock, configuration.timeZone)) }),
    uploads,
  );
}

async function showCalendar(db: Database, id: number) {
  const row = found(await calendarWithId(db, id));
  return presentCalendar(row, (await borrowersByCalendar(db)).get(id) ?? 0);
}
