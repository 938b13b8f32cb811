import { useQuery } from "@tanstack/react-query";
import { messages } from "#contract/messages.ts";
import type { ListedCalendar } from "#contract/schools/calendars.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Search, SearchX } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { calendarFilters, calendarPageSize, calendarsQuery, districtInWords } from "./calendar-queries.ts";

/** The calendars of districts in pages, with a filter. */
export function CalendarList() {
  const { filters, next, show } = useFilters(calendarFilters);
  const { text } = filters;
  return (
    <Stack>
      <FilterForm
        key={next.text}
        label="Calendars"
        onFilter={(form) => show(calendarFilters.read(form))}
        search={<SearchField label="Find a district" name="q" defaultValue={next.text} />}
        actions={
          <>
            <Button type="submit" icon={<Search size={18} />}>
              Find
            </Button>
            {text !== "" && <Link to={calendarFilters.path}>Show all calendars</Link>}
          </>
        }
      >
        {null}
      </FilterForm>
      <PagedList
        query={useQuery(calendarsQuery(filters))}
        what="the calendars"
        page={filters.page}
        pageSize={calendarPageSize}
        rowHeight="4rem"
        label="Pages of calendars"
        hrefFor={(page) => calendarFilters.href({ ...next, page })}
        empty={<NoCalendars text={text} />}
      >
        {({ data }) => <CalendarTable calendars={data} listHref={calendarFilters.href(filters)} />}
      </PagedList>
    </Stack>
  );
}

function NoCalendars({ text }: { text: string }) {
  return (
    <EmptyState
      title={messages.empty.pager}
      icon={<SearchX size={28} />}
      actions={text !== "" && <ButtonLink to={calendarFilters.path}>Show all calendars</ButtonLink>}
    >
      {text === ""
        ? "Without a calendar, materials can be due while a school is closed. Begin with one for all districts, and add those that differ."
        : "No calendar is for a district with this name."}
    </EmptyState>
  );
}

function CalendarTable({ calendars, listHref }: { calendars: readonly ListedCalendar[]; listHref: string }) {
  const columns: Column<ListedCalendar>[] = [
    {
      head: "District",
      names: true,
      cell: ({ calendarId, district }) => (
        <Link to={`/admin/calendars/${calendarId}`} state={{ from: listHref }} data-row-link>
          {districtInWords(district)}
        </Link>
      ),
    },
    { head: "Breaks", number: true, cell: ({ breaks }) => breaks },
    { head: "Known until", cell: ({ until }) => <DateText value={until} /> },
    { head: "Borrowers", number: true, cell: ({ borrowers }) => borrowers.toLocaleString("en-US") },
  ];
  return (
    <Table
      caption="Calendars of districts"
      columns={columns}
      rows={calendars}
      rowKey={({ calendarId }) => calendarId}
    />
  );
}
