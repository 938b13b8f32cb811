import { useQuery } from "@tanstack/react-query";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import {
  calendarFilters,
  calendarIdOf,
  calendarQuery,
  districtInWords,
} from "#web/features/calendars/calendar-queries.ts";
import { EditCalendar } from "#web/features/calendars/edit-calendar.tsx";
import { RemoveCalendar } from "#web/features/calendars/remove-calendar.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Navigate, useParams } from "#web/ui/router/router.tsx";

const back = <BackToList path={calendarFilters.path}>Back to School calendars</BackToList>;

export function CalendarPage() {
  const id = calendarIdOf(useParams()["calendarId"]);
  if (id === undefined) return <Navigate to="/notfound" replace />;
  if (id > 0) return <Edit key={id} id={id} />;
  return (
    <Page heading="Add a calendar" back={back}>
      <EditCalendar onReload={async () => undefined} />
    </Page>
  );
}

function Edit({ id }: { id: number }) {
  const query = useQuery(calendarQuery(id));
  const { data } = query;
  return (
    <Page
      heading={data ? `Calendar: ${districtInWords(data.district)}` : "Calendar"}
      lead={data && `It decides for ${data.borrowers === 1 ? "1 borrower" : `${data.borrowers} borrowers`}.`}
      back={back}
      actions={
        data && (
          <>
            <HistoryLink kind="calendar" subjectId={id} />
            <RemoveCalendar calendar={data} />
          </>
        )
      }
    >
      <Fetched query={query} what="calendar" skeleton={<Skeleton height="32rem" />}>
        {(calendar) => <EditCalendar calendar={calendar} onReload={async () => (await query.refetch()).data} />}
      </Fetched>
    </Page>
  );
}
