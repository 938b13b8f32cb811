import type { ThesaurusEntry } from "#contract/staff/thesaurus.ts";
import { messages } from "#contract/specified-messages.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Search, SearchX } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { thesaurusFilters, thesaurusPageSize, thesaurusQuery } from "./thesaurus-queries.ts";

/** The entries in pages, with a filter. */
export function ThesaurusList() {
  const { filters, next, show } = useFilters(thesaurusFilters);
  const { text } = filters;
  return (
    <section aria-labelledby="entries">
      <Stack>
        <h2 id="entries">Entries</h2>
        <FilterForm
          key={next.text}
          label="Entries"
          onFilter={(form) => show(thesaurusFilters.read(form))}
          search={
            <SearchField
              label="Find an entry"
              name="q"
              placeholder="A word in any of its lists"
              defaultValue={next.text}
            />
          }
          actions={
            <>
              <Button type="submit" icon={<Search size={18} />}>
                Find
              </Button>
              {text !== "" && <Link to={thesaurusFilters.path}>Show all entries</Link>}
            </>
          }
        >
          {null}
        </FilterForm>
        <PagedList
          query={useQuery(thesaurusQuery(filters))}
          what="the entries"
          page={filters.page}
          pageSize={thesaurusPageSize}
          rowHeight="4rem"
          label="Pages of entries"
          hrefFor={(page) => thesaurusFilters.href({ ...next, page })}
          empty={<NoEntries text={text} />}
        >
          {({ data }) => <EntryTable entries={data} listHref={thesaurusFilters.href(filters)} />}
        </PagedList>
      </Stack>
    </section>
  );
}

function NoEntries({ text }: { text: string }) {
  return (
    <EmptyState
      title={messages.empty.pager}
      icon={<SearchX size={28} />}
      actions={text !== "" && <ButtonLink to={thesaurusFilters.path}>Show all entries</ButtonLink>}
    >
      {text === ""
        ? "Searches find only what titles say. Add words that mean the same, in English and Spanish."
        : "No entry has a word like this. Add one if people type it and find too little."}
    </EmptyState>
  );
}

function EntryTable({ entries, listHref }: { entries: readonly ThesaurusEntry[]; listHref: string }) {
  const columns: Column<ThesaurusEntry>[] = [
    {
      head: "Words that mean the same",
      names: true,
      cell: ({ entryId, words }) => (
        <Link to={`/admin/thesaurus/${entryId}`} state={{ from: listHref }} data-row-link>
          {words}
        </Link>
      ),
    },
    { head: "Typed for them", cell: ({ alsoTyped }) => alsoTyped || "–" },
    { head: "Broader words", cell: ({ broader }) => broader || "–" },
  ];
  return (
    <Table caption="Entries of the thesaurus" columns={columns} rows={entries} rowKey={({ entryId }) => entryId} />
  );
}
