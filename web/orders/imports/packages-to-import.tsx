import type { ImportDetail } from "#contract/imports/imports.ts";
import type { PackageToImport } from "#contract/orders/loan-files.ts";
import { call } from "#web/lib/call.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { copyName, DateText } from "#web/lib/formats.tsx";
import { Card } from "#web/ui/card.tsx";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Link } from "#web/ui/router.tsx";

const packagesOf = (importId: number) =>
  list({
    path: `/admin/import/${importId}`,
    filters: { page: pageField("packages") },
    key: ["imports", importId, "packages"],
    ask: (query, context) => call("GET Import/GetPackages/{id}", { params: { id: importId }, query }, context),
  });

/** Shows who has which copies, as the check read them. */
export function PackagesToImport({ detail: { importId, counts } }: { detail: ImportDetail }) {
  if (counts.added === 0) return null;
  return (
    <Card heading="Packages to add">
      <List
        of={packagesOf(importId)}
        name="packages"
        columns={columns}
        rowKey="row"
        empty="There are no packages to add."
      />
    </Card>
  );
}

const columns: Column<PackageToImport>[] = [
  {
    head: "Borrower",
    names: true,
    cell: ({ borrowerId, borrowerName, schoolName }) => (
      <>
        <Link to={`/admin/borrowers/${borrowerId}`}>{borrowerName}</Link>, {schoolName}
      </>
    ),
  },
  {
    head: "Copies",
    cell: ({ copies, copyCount }) => (
      <>
        {copies.map((copy) => `${copy.title} (${copyName(copy)})`).join(", ")}
        {copyCount > copies.length && `, and ${copyCount - copies.length} more`}
      </>
    ),
  },
  { head: "Shipped", cell: ({ shipDate }) => <DateText value={shipDate} /> },
  { head: "Due", cell: ({ dueDate }) => <DateText value={dueDate} /> },
  { head: "Row", number: true, cell: ({ row }) => row.toLocaleString("en-US") },
];
