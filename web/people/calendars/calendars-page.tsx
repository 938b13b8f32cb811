import type { ListedCalendar } from "#contract/people/calendars.ts";
import { calendars, districtInWords } from "./calendar-queries.ts";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Plus, SearchX } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { SchoolFrame } from "#web/people/schools/school-frame.tsx";
import { Link } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { HistoryLink } from "#web/admin/activity-log.tsx";

export function CalendarsPage() {
  return (
    <SchoolFrame
      of="calendars"
      lead={
        <>
          Dates when schools are closed. Nothing is due on those dates, and the packing page says when a package would
          arrive at a closed school. The library’s own closed dates are in{" "}
          <Link to="/admin/sitecontent/closedDays">Closed days</Link>.
        </>
      }
      actions={
        <>
          <HistoryLink kind="calendar" />
          <ButtonLink to="/admin/schools/calendars/add" look="primary" icon={<Plus size={18} />}>
            Add calendar
          </ButtonLink>
        </>
      }
    >
      <List
        of={calendars}
        name="calendars"
        caption="District calendars"
        columns={columns}
        rowKey="calendarId"
        send="Find"
        empty="Without a calendar, materials can be due while a school is closed. Start with one for all districts, then add the ones that differ."
        noMatch="No calendars match."
        emptyIcon={<SearchX size={28} />}
      />
    </SchoolFrame>
  );
}

const columns: Column<ListedCalendar>[] = [
  {
    head: "District",
    names: true,
    cell: ({ calendarId, district }) => (
      <RowLink to={`/admin/schools/calendars/${calendarId}`}>{districtInWords(district)}</RowLink>
    ),
  },
  { head: "Breaks", number: true, cell: ({ breaks }) => breaks },
  { head: "Covers through", cell: ({ until }) => <DateText value={until} /> },
  { head: "Borrowers", number: true, cell: ({ borrowers }) => borrowers.toLocaleString("en-US") },
];
