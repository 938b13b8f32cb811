import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { EditEntry } from "#web/features/catalog/thesaurus/edit-entry.tsx";
import { EntryToday } from "#web/features/catalog/thesaurus/entry-today.tsx";
import { RemoveEntry } from "#web/features/catalog/thesaurus/remove-entry.tsx";
import { entryIdOf, thesaurusEntryQuery, thesaurus } from "#web/features/catalog/thesaurus/thesaurus-queries.ts";
import { useQuery } from "@tanstack/react-query";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Navigate, useParams } from "#web/ui/router/router.tsx";

const back = <BackToList path={thesaurus.path}>Back to Thesaurus</BackToList>;

/** admin/thesaurus/{id}; "add" adds. */
export function ThesaurusEntryPage() {
  const id = entryIdOf(useParams()["entryId"]);
  if (id === undefined) return <Navigate to="/notfound" replace />;
  if (id > 0) return <Edit key={id} id={id} />;
  return (
    <Page heading="Add an entry" back={back}>
      <EditEntry onReload={async () => undefined} />
    </Page>
  );
}

function Edit({ id }: { id: number }) {
  const query = useQuery(thesaurusEntryQuery(id));
  const actions = (
    <>
      <HistoryLink kind="thesaurus" subjectId={id} />
      {query.data && <RemoveEntry entry={query.data} />}
    </>
  );
  return (
    <Page heading="Edit an entry" back={back} actions={query.data && actions}>
      <Fetched query={query} what="entry" skeleton={<Skeleton height="32rem" />}>
        {(entry) => (
          <Stack>
            <EditEntry entry={entry} onReload={async () => (await query.refetch()).data} />
            <EntryToday entry={entry} />
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}
