import { HistoryLink } from "#web/admin/history-link.tsx";
import { EditEntry, invalidateSearches } from "./edit-entry.tsx";
import { entryIdOf, synonymGroupQuery, synonymGroups } from "./synonym-queries.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { maxTitlesCounted, type ShownSynonymGroup, type SynonymGroup } from "#contract/catalog/synonyms.ts";
import { addressOfFilters } from "#web/catalog/filters.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Trash } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { justRemovedQuery, type Removed } from "./just-removed.tsx";
import { Card, Page, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/values.tsx";
import { Link, Navigate, useNavigate, useParams } from "#web/ui/router.tsx";

const back = <BackToList path={synonymGroups.path}>Back to Synonyms</BackToList>;

/** admin/synonyms/{id}; "add" adds. */
export function SynonymGroupPage() {
  const id = entryIdOf(useParams()["entryId"]);
  if (id === undefined) return <Navigate to="/notfound" replace />;
  if (id > 0) return <Edit key={id} id={id} />;
  return (
    <Page heading="Add entry" back={back}>
      <EditEntry onReload={async () => undefined} />
    </Page>
  );
}

function Edit({ id }: { id: number }) {
  const query = useQuery(synonymGroupQuery(id));
  const actions = (
    <>
      <HistoryLink kind="synonyms" subjectId={id} />
      {query.data && <RemoveEntry entry={query.data} />}
    </>
  );
  return (
    <Page heading="Edit entry" back={back} actions={query.data && actions}>
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

function EntryToday({ entry: { elsewhere, uses } }: { entry: ShownSynonymGroup }) {
  return (
    <Stack>
      {elsewhere.length > 0 && (
        <Alert title="Other entries also have these words">
          <p>A search for one uses both entries.</p>
          <ul>
            {elsewhere.map(({ word, entryId, words }) => (
              <li key={`${word} ${entryId}`}>
                {word}: <Link to={`/admin/synonyms/${entryId}`}>{words}</Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Card heading="Titles with these words">
        <DescriptionList
          layout="columns"
          items={uses.map(({ word, titles }) => ({
            term: word,
            value:
              titles === null ? (
                "Too common to look for in titles"
              ) : (
                <Link to={addressOfFilters({ text: `"${word}"`, inStockOnly: false })}>{titlesInWords(titles)}</Link>
              ),
          }))}
        />
      </Card>
    </Stack>
  );
}

const titlesInWords = (titles: number) =>
  titles === 1
    ? "1 title"
    : `${titles.toLocaleString("en-US")} ${titles >= maxTitlesCounted ? "or more titles" : "titles"}`;

function RemoveEntry({ entry: { entryId, version, words, alsoTyped, broader } }: { entry: SynonymGroup }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => call("POST Synonyms/RemoveEntry/{id}", { params: { id: entryId }, body: { version } }),
    meta: { done: "Entry removed." },
    onSuccess: () => {
      const removed: Removed = { words, alsoTyped, broader };
      client.setQueryData(justRemovedQuery.queryKey, removed);
      void navigate(synonymGroups.path, { replace: true });
      client.removeQueries({ queryKey: synonymGroupQuery(entryId).queryKey });
      invalidateSearches(client);
    },
    onError: () => client.invalidateQueries({ queryKey: ["synonyms"] }),
  });
  const ask = async () => {
    const explanation = <p>Searches will no longer treat these words as synonyms: {words}.</p>;
    const question = { question: "Remove this entry?", explanation, danger: true, confirmLabel: "Remove" };
    if (await confirm(question)) mutate();
  };
  return (
    <Button look="quiet" busy={isPending} icon={<Trash size={18} />} onClick={() => void ask()}>
      Remove
    </Button>
  );
}
