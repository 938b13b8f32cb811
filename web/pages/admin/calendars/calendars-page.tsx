import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { CalendarList } from "#web/features/calendars/calendar-list.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Plus } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { Link } from "#web/ui/router/router.tsx";

export function CalendarsPage() {
  return (
    <Page
      heading="School calendars"
      lead={
        <>
          When schools are closed. Nothing is due then, and packing says when a parcel would arrive at a closed school.
          The library’s own days are in <Link to="/admin/sitecontent/closedDays">Closed days</Link>.
        </>
      }
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
      actions={
        <>
          <HistoryLink kind="calendar" />
          <ButtonLink to="/admin/calendars/add" look="primary" icon={<Plus size={18} />}>
            Add calendar
          </ButtonLink>
        </>
      }
    >
      <CalendarList />
    </Page>
  );
}
