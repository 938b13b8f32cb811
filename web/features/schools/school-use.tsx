import type { CountedBy, SchoolUse as Use } from "#contract/schools/schools.ts";
import { call } from "#web/lib/call.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { schoolUse } from "./schools-queries.ts";

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
  return (
    <Card heading="Orders by school">
      <p>Orders that were not canceled, by the school they were sent to.</p>
      <List
        of={schoolUse}
        name="orders by school"
        columns={({ by }) => [...names[by], ...numbers]}
        rowKey={({ county, district, school }) => `${county}/${district}/${school}`}
        rowHeight="3rem"
        send="Count"
        csv={(query) => call("GET Schools/UseCsv", { query })}
        emptyTitle="Nothing was ordered."
        empty="Orders of these days appear here."
        noMatch="Orders of these days appear here."
      />
    </Card>
  );
}
