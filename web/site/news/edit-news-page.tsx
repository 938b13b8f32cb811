import { Page, Stack } from "#web/ui/layout.tsx";
import { Navigate, useParams } from "#web/ui/router.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { call } from "#web/lib/call.ts";
import { ActionButton, Archived } from "#web/ui/actions/action-button.tsx";
import { useQuery } from "@tanstack/react-query";
import { HistoryLink } from "#web/admin/activity-log.tsx";
import { EditNews } from "./edit-news.tsx";
import { Eye } from "#web/ui/icons.tsx";
import type { StaffNewsItem } from "#contract/site/news.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { newsIdOf, staffNewsItemQuery } from "#web/site/staff-site-queries.ts";

const back = <BackLink to="/admin/news">Back to News</BackLink>;

/** Edits a news item; an id of 0 or less adds one. */
export function EditNewsPage() {
  const id = newsIdOf(useParams()["newsId"]);
  if (id === undefined) return <Navigate to="/notfound" replace />;
  if (id > 0) return <Edit key={id} id={id} />;
  return (
    <Page heading="Add news" back={back}>
      <EditNews />
    </Page>
  );
}

function Edit({ id }: { id: number }) {
  const query = useQuery(staffNewsItemQuery(id));
  const actions = (
    <>
      <HistoryLink kind="news" subjectId={id} />
      {query.data && <ArchiveNews item={query.data} />}
      {query.data?.isArchived === false && (
        <ButtonLink to={`/news/${id}`} icon={<Eye size={18} />}>
          View
        </ButtonLink>
      )}
    </>
  );
  return (
    <Page heading="Edit news" back={back} actions={query.data && actions}>
      <Fetched query={query} what="news item" skeleton={<Skeleton height="48rem" />}>
        {(item) => (
          <Stack>
            <ArchivedNews item={item} />
            <EditNews item={item} />
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}

type Of = { item: StaffNewsItem };

function ArchiveNews({ item }: Of) {
  if (item.isArchived) return null;
  return (
    <ActionButton
      look="quiet"
      action={() => call("POST News/Archive/{id}", { params: { id: item.id } })}
      changes={["news"]}
    >
      Archive
    </ActionButton>
  );
}

function ArchivedNews({ item }: Of) {
  return (
    <Archived
      is={item.isArchived}
      title="This news item is archived."
      undo="Unarchive"
      action={() => call("POST News/Unarchive/{id}", { params: { id: item.id } })}
      changes={["news"]}
    >
      Visitors don’t see it anymore. Nothing is deleted.
    </Archived>
  );
}
