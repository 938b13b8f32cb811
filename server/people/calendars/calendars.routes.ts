import * as calls from "#contract/people/calendars.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { today } from "#server/platform/clock.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { readCalendarFile, removeCalendar, saveCalendar } from "./calendars.ts";
import { calendarsLike, calendarWithId } from "./calendars.queries.ts";

const uploads = {
  uploadBytes: calls.calendarLimits.bytes,
  uploadSentences: {
    missing: "Choose a file to upload.",
    another: "Upload one file at a time.",
    tooLarge: "The file can’t be larger than 1 MB.",
  },
};

export function calendarsRoutes(app: FastifyInstance, { db, clock, configuration }: ConfiguredParts<"timeZone">): void {
  serve(app, calls.getCalendars, async ({ query: { searchString, page = 1, pageSize = 25 } }) =>
    calendarsLike(db, searchString, { number: page, size: pageSize }),
  );
  serve(app, calls.getCalendar, async ({ params }) => ({ data: found(await calendarWithId(db, params.id)) }));
  serve(app, calls.saveCalendar, async ({ body }, { actor }) => {
    const id = await saveCalendar(db, body, actor);
    return { id, data: found(await calendarWithId(db, id)) };
  });
  serve(app, calls.removeCalendar, async ({ params: { id }, body }, { actor }) => {
    await removeCalendar(db, id, body.version, actor);
    return { id };
  });
  serve(
    app,
    calls.readCalendarFile,
    async ({ upload }) => {
      const { timeZone } = configuration;
      return { data: await readCalendarFile(upload, { today: today(clock, timeZone), timeZone }) };
    },
    uploads,
  );
}
