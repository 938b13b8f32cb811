import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ImportDetail } from "#contract/catalog/imports.ts";
import type { PossibleDuplicate } from "#contract/catalog/undo-import.ts";
import { keep } from "#web/catalog/imports/import-queries.ts";
import { counted, rowOf } from "#web/catalog/imports/import-words.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { addressFilters, pageField } from "#web/lib/filters/address-filters.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import styles from "./one-import.module.css";

const pageSize = 25;
const pages = addressFilters<{ page: number }>("/admin/import", { page: pageField("alike") });

export function PossibleDuplicates({ detail: { importId, counts, kind } }: { detail: ImportDetail }) {
  const client = useQueryClient();
  const { filters, next } = useFilters(pages);
  const queryKey = ["imports", importId, "alike"];
  const query = useQuery({
    queryKey: [...queryKey, filters.page],
    queryFn: ({ signal }) =>
      call("GET Import/GetAlike/{id}", { params: { id: importId }, query: { ...filters, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: { row: number; skip: boolean }) =>
      keep(client, (await call("POST Import/SkipAlike/{id}", { params: { id: importId }, body })).data),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const name = rowOf(kind) === "row" ? "Row" : "Record";
  const columns: Column<PossibleDuplicate>[] = [
    { head: name, number: true, cell: ({ row }) => row.toLocaleString("en-US") },
    { head: "Title", names: true, cell: ({ title }) => title },
    {
      head: "In the library",
      cell: ({ known }) => (
        <Link to={`/admin/viewitem/${known.itemId}`}>
          <TitleText of={known} /> (#{known.referenceNumber})
        </Link>
      ),
    },
    {
      head: "Skip",
      headHidden: true,
      cell: ({ row, isSkipped }) => (
        <CheckboxField
          label={`Skip ${rowOf(kind)} ${row.toLocaleString("en-US")}`}
          checked={isSkipped}
          onChange={({ target }) => mutate({ row, skip: target.checked })}
        />
      ),
    },
  ];
  return (
    <Card heading="Possible duplicates">
      <p className={styles.words}>
        {counted(counts.alike, rowOf(kind))} {counts.alike === 1 ? "looks" : "look"} like a title that is in the
        library: the same title in the same category, and no other publisher or language. What you don’t skip is added
        as a new title.
      </p>
      {counts.alike > 1 && (
        <Row>
          <Button size="small" busy={isPending} onClick={() => mutate({ row: 0, skip: true })}>
            Skip all
          </Button>
          <Button size="small" busy={isPending} onClick={() => mutate({ row: 0, skip: false })}>
            Add all
          </Button>
        </Row>
      )}
      <PagedList
        query={query}
        what="the possible duplicates"
        page={filters.page}
        pageSize={pageSize}
        rowHeight="4rem"
        label="Pages of possible duplicates"
        hrefFor={(page) => pages.href({ ...next, page }, `/admin/import/${importId}`)}
      >
        {({ data }) => <Table caption="Possible duplicates" columns={columns} rows={data} rowKey="row" />}
      </PagedList>
    </Card>
  );
}
