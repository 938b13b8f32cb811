import { call } from "#web/lib/call.ts";
import { pageField, routeId } from "#web/lib/filters/address-filters.ts";
import { list, searchField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";

export const calendars = list({
  path: "/admin/schools/calendars",
  filters: { searchString: searchField("q", "Find a district"), page: pageField() },
  key: ["calendars", "list"],
  ask: (query, context) => call("GET Calendars/GetCalendars", { query }, context),
});

export const calendarQuery = (id: number) =>
  dataQuery(["calendars", "one", id], (context) => call("GET Calendars/GetCalendar/{id}", { params: { id } }, context));

/** Returns the id in admin/schools/calendars/{id}: 0 for "add", undefined if invalid. */
export const calendarIdOf = (text: string | undefined): number | undefined => (text === "add" ? 0 : routeId(text));

export const districtInWords = (district: string) => district || "All other districts";
