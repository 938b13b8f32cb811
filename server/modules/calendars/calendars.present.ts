import type { Calendar, ListedCalendar } from "#contract/schools/calendars.ts";
import type { CalendarRow, ListedRow } from "./calendars.queries.ts";

export function presentCalendar(row: CalendarRow, borrowers: number): Calendar {
  const { calendar_id: calendarId, district, years, breaks, version } = row;
  return { calendarId, district, years, breaks, version, borrowers };
}

export function presentListed(
  { calendar_id: calendarId, district, breaks, until }: ListedRow,
  borrowers: number,
): ListedCalendar {
  return { calendarId, district, breaks, until, borrowers };
}
