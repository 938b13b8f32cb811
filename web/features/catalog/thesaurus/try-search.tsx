import { limits } from "#contract/codes.ts";
import type { TriedSearch } from "#contract/staff/thesaurus.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { thesaurusFilters, triedSearchQuery } from "./thesaurus-queries.ts";

/** A search to try: what it finds now, and with which entries. */
export function TrySearch() {
  const { filters, next, show } = useFilters(thesaurusFilters);
  const { tried } = filters;
  return (
    <Card heading="Try a search">
      <Stack>
        <FilterForm
          key={next.tried}
          label="Try a search"
          onFilter={(form) => show({ ...next, tried: thesaurusFilters.read(form).tried })}
          search={
            <TextField
              label="What people type"
              name="try"
              width="full"
              autoComplete="off"
              maxLength={limits.line}
              defaultValue={next.tried}
            />
          }
          actions={
            <Button type="submit" icon={<Search size={18} />}>
              Try
            </Button>
          }
        >
          {null}
        </FilterForm>
        {tried !== "" && <Tried text={tried} />}
      </Stack>
    </Card>
  );
}

function Tried({ text }: { text: string }) {
  return (
    <Fetched query={useQuery(triedSearchQuery(text))} what="what is found" skeleton={<SkeletonLines lines={6} />}>
      {(found) => (
        <Stack gap="tight">
          <p>
            <strong>{found.total === 1 ? "1 title" : `${found.total.toLocaleString("en-US")} titles`}</strong> for “
            {text}”.
          </p>
          <Entries entries={found.entries} />
          <Meant understood={found.understood} />
          {found.titles.length > 0 && (
            <>
              <p>{found.total > found.titles.length ? `The first ${found.titles.length}:` : "Found:"}</p>
              <ol>
                {found.titles.map(({ inventoryId, title, referenceNumber }) => (
                  <li key={inventoryId}>
                    <Link to={`/admin/viewitem/${inventoryId}`}>{title}</Link> #{referenceNumber}
                  </li>
                ))}
              </ol>
            </>
          )}
        </Stack>
      )}
    </Fetched>
  );
}

function Entries({ entries }: Pick<TriedSearch, "entries">) {
  if (entries.length === 0) return <p>No entry was used.</p>;
  return (
    <>
      <p>{entries.length === 1 ? "With this entry:" : "With these entries:"}</p>
      <ul>
        {entries.map(({ entryId, words }) => (
          <li key={entryId}>
            <Link to={`/admin/thesaurus/${entryId}`}>{words}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What borrowers read about it. */
function Meant({ understood }: Pick<TriedSearch, "understood">) {
  if (!understood) return null;
  const { corrections, filters, leftOut } = understood;
  return (
    <>
      {corrections.map(({ typed, shown }) => (
        <p key={typed}>
          No title has “{typed}”: “{shown}” was looked for.
        </p>
      ))}
      {filters.map(({ kind, typed, name }) => (
        <p key={kind}>
          “{typed}” narrows it: {name}.
        </p>
      ))}
      {leftOut.length > 0 && <p>Not every title has: {leftOut.join(", ")}.</p>}
    </>
  );
}
