import {
  calendarFilters,
  calendarIdOf,
  calendarQuery,
  calendarsQuery,
} from "#web/features/calendars/calendar-queries.ts";
import { type PageRow, staffPage } from "./page-table.ts";

/** The pages of school calendars, among those of staff. */
export const calendarPages: readonly PageRow[] = [
  staffPage("calendars", async () => (await import("#web/pages/admin/calendars/calendars-page.tsx")).CalendarsPage, {
    preload: (client, { url }) => [client.query(calendarsQuery(calendarFilters.read(url.searchParams)))],
  }),
  // not ":id": "add" adds a calendar here
  staffPage(
    "calendars/:calendarId",
    async () => (await import("#web/pages/admin/calendars/calendar-page.tsx")).CalendarPage,
    {
      preload: (client, { params }) => {
        const id = calendarIdOf(params["calendarId"]) ?? 0;
        return id > 0 ? [client.query(calendarQuery(id))] : [];
      },
    },
  ),
];
