import { dataQuery } from "#web/lib/queries.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField, textField } from "#web/lib/filters/address-filters.ts";
import { routeId } from "#web/lib/route-id.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";

export type CalendarFilters = { text: string; page: number };

export const calendarFilters = addressFilters<CalendarFilters>("/admin/calendars", {
  text: textField("q"),
  page: pageField(),
});

export const calendarPageSize = 25;

/** One page of the calendars. */
export function calendarsQuery({ text, page }: CalendarFilters) {
  return queryOptions({
    queryKey: ["calendars", "list", text, page],
    queryFn: async ({ signal }) => {
      const query = { searchString: text, page, pageSize: calendarPageSize };
      return call("GET Calendars/GetCalendars", { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

export const calendarQuery = (id: number) =>
  dataQuery(["calendars", "one", id], (context) => call("GET Calendars/GetCalendar/{id}", { params: { id } }, context));

/** Reads the days of a file; nothing is saved. */
export const useReadFile = () =>
  useSentFile(async (file, options) => (await call("POST Calendars/ReadFile", { upload: file }, options)).data);

/** The id in admin/calendars/{id}: 0 for "add", which adds; undefined if invalid. */
export const calendarIdOf = (text: string | undefined): number | undefined => (text === "add" ? 0 : routeId(text));

export const districtInWords = (district: string) => district || "All other districts";
