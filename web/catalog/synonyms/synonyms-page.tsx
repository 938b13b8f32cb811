import { HistoryLink } from "#web/admin/history-link.tsx";
import { JustRemoved } from "./just-removed.tsx";
import { Plus, SearchX } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import type { SynonymGroup } from "#contract/catalog/synonyms.ts";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { thesaurus } from "./synonym-queries.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";

export function SynonymsPage() {
  return (
    <Page
      heading="Thesaurus"
      lead="Words that people type and titles put differently, in English and Spanish. A change applies to the next search."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
      actions={
        <>
          <HistoryLink kind="thesaurus" />
          <ButtonLink to="/admin/synonyms/add" look="primary" icon={<Plus size={18} />}>
            Add entry
          </ButtonLink>
        </>
      }
    >
      <JustRemoved />
      <section aria-labelledby="entries">
        <Stack>
          <h2 id="entries">Entries</h2>
          <List
            of={thesaurus}
            name="entries"
            caption="Entries of the thesaurus"
            columns={columns}
            rowKey={({ entryId }) => entryId}
            send="Find"
            empty="Searches find only what titles say. Add words that mean the same, in English and Spanish."
            noMatch="No entry has a word like this. Add one if people type it and find too little."
            emptyIcon={<SearchX size={28} />}
          />
        </Stack>
      </section>
    </Page>
  );
}

const columns: Column<SynonymGroup>[] = [
  {
    head: "Words that mean the same",
    names: true,
    cell: ({ entryId, words }) => <RowLink to={`/admin/synonyms/${entryId}`}>{words}</RowLink>,
  },
  { head: "Typed for them", cell: ({ alsoTyped }) => alsoTyped || "–" },
  { head: "Broader words", cell: ({ broader }) => broader || "–" },
];
