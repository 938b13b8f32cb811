import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CountedBy, type SchoolUse as Use, useOnAPage } from "#contract/schools/school-use.ts";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { Search } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { schoolFilters, schoolUseQuery, useAsked } from "./schools-queries.ts";

const choices: { value: CountedBy; label: string }[] = [
  { value: "county", label: "County" },
  { value: "district", label: "District" },
  { value: "school", label: "School" },
];

const names: Record<CountedBy, Column<Use>[]> = {
  county: [{ head: "County", names: true, cell: countyOf }],
  district: [
    { head: "District", names: true, cell: ({ district, ...use }) => district || countyOf(use) },
    { head: "County", cell: ({ county }) => county || "–" },
  ],
  school: [
    { head: "School", names: true, cell: ({ school, ...use }) => school || countyOf(use) },
    { head: "District", cell: ({ district }) => district || "–" },
    { head: "County", cell: ({ county }) => county || "–" },
  ],
};

function countyOf({ county }: Pick<Use, "county">): string {
  return county || "Not in the directory";
}

const numbers: Column<Use>[] = [
  { head: "Borrowers", number: true, cell: ({ borrowers }) => borrowers.toLocaleString("en-US") },
  { head: "Orders", number: true, cell: ({ orders }) => orders.toLocaleString("en-US") },
  { head: "Copies", number: true, cell: ({ copies }) => copies.toLocaleString("en-US") },
];

/** What was ordered, counted by county, district, or school of the directory, and as a file. */
export function SchoolUse() {
  const { filters, next, show } = useFilters(schoolFilters);
  const [trouble, setTrouble] = useState(troubleWith(next));
  const query = useQuery(schoolUseQuery(filters));
  const filter = (form: URLSearchParams) => {
    const { by, startDate, endDate } = schoolFilters.read(form);
    const wrong = troubleWith({ startDate, endDate });
    setTrouble(wrong);
    if (wrong) document.getElementById("to")?.focus();
    else show({ ...next, by, startDate, endDate, use: 1 });
  };
  return (
    <Card heading="Orders by school">
      <Stack>
        <p>Orders that were not canceled, by the school they were sent to.</p>
        <FilterForm
          key={schoolFilters.keyOf(next)}
          label="Orders by school"
          onFilter={filter}
          actions={
            <Button type="submit" look="primary" icon={<Search size={18} />}>
              Count
            </Button>
          }
        >
          <SelectField label="Count by" name="by" width="full" defaultValue={next.by} options={choices} />
          <DateField label="Start date" name="from" width="full" defaultValue={next.startDate} />
          <DateField label="End date" name="to" width="full" defaultValue={next.endDate} error={trouble} />
        </FilterForm>
        <Row>
          <DownloadButton file={() => call("GET Schools/UseCsv", { query: useAsked(filters) })} done="CSV downloaded.">
            Download CSV
          </DownloadButton>
        </Row>
        <PagedList
          query={query}
          what="orders by school"
          page={filters.use}
          pageSize={useOnAPage}
          rowHeight="3rem"
          label="Pages of orders by school"
          hrefFor={(use) => schoolFilters.href({ ...next, use })}
          empty={<EmptyState title="Nothing was ordered.">Orders of these days appear here.</EmptyState>}
        >
          {({ data }) => (
            <Table
              caption="Orders by school"
              columns={[...names[filters.by], ...numbers]}
              rows={data}
              rowKey={({ county, district, school }) => `${county}/${district}/${school}`}
            />
          )}
        </PagedList>
      </Stack>
    </Card>
  );
}
