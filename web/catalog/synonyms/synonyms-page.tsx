import { HistoryLink } from "#web/admin/activity-log.tsx";
import type { SynonymGroup } from "#contract/catalog/synonyms.ts";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { removedEntryQuery, synonymGroups } from "#web/catalog/staff-catalog-queries.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { UndoButton } from "#web/ui/actions/action-button.tsx";
import { Plus, SearchX } from "#web/ui/first-icons.tsx";
import { Stack, Page } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";

export function SynonymsPage() {
  return (
    <Page
      heading="Synonyms"
      lead="Search words that mean the same thing as words in our titles, in English and Spanish. Changes apply to the next search."
      actions={
        <>
          <HistoryLink kind="synonyms" />
          <ButtonLink to="/admin/synonyms/add" look="primary" icon={<Plus size={18} />}>
            Add entry
          </ButtonLink>
        </>
      }
    >
      <RemovedEntry />
      <section aria-labelledby="entries">
        <Stack>
          <h2 id="entries">Entries</h2>
          <List
            of={synonymGroups}
            name="entries"
            caption="Synonyms"
            columns={columns}
            rowKey={({ entryId }) => entryId}
            send="Find"
            empty="Right now, searches only match the words in titles. Add words that mean the same thing, in English and Spanish."
            noMatch="No entry has a word like this. If people search for it and don’t find enough, add one."
            emptyIcon={<SearchX size={28} />}
          />
        </Stack>
      </section>
    </Page>
  );
}

const columns: Column<SynonymGroup>[] = [
  {
    head: "Words that mean the same thing",
    names: true,
    cell: ({ entryId, words }) => <RowLink to={`/admin/synonyms/${entryId}`}>{words}</RowLink>,
  },
  { head: "People also type", cell: ({ alsoTyped }) => alsoTyped || "–" },
  { head: "Broader words", cell: ({ broader }) => broader || "–" },
];

function RemovedEntry() {
  const client = useQueryClient();
  const { data: entry } = useQuery(removedEntryQuery);
  if (!entry) return null;
  return (
    <Alert tone="success" title={`Removed: ${entry.words}`}>
      <UndoButton
        aria-label={`Undo: removed ${entry.words}`}
        action={() => call("POST Synonyms/SaveEntry", { body: { entryId: 0, ...entry } })}
        changes={["synonyms", "catalog"]}
        done="Entry restored."
        onDone={() => {
          focusOn(document.querySelector("main h1")); // the pressed button disappears
          client.setQueryData(removedEntryQuery.queryKey, null);
        }}
      />
    </Alert>
  );
}
