import type { StaffOrder } from "#contract/circulation.ts";
import type { StaffCase } from "#contract/desk/cases.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { copyName } from "../order-details/copy-name.ts";
import { CaseState } from "./case-state.tsx";
import { costInWords, kindWords } from "./case-words.ts";
import { UndoCase } from "./undo-case.tsx";

/** The cases of an order, each with Undo. */
export function OrderCases({ cases }: Pick<StaffOrder, "cases">) {
  return (
    <Card heading="Cases">
      <Table caption="Cases of this order" columns={columns} rows={cases} rowKey={({ caseId }) => caseId} />
    </Card>
  );
}

const columns: Column<StaffCase>[] = [
  {
    head: "Copy",
    names: true,
    cell: (row) => (
      <Link to={`/admin/cases/${row.caseId}`}>
        <TitleText of={row} />, {copyName(row)}
      </Link>
    ),
  },
  { head: "Kind", cell: ({ kind }) => kindWords[kind] },
  { head: "Cost", number: true, cell: (row) => costInWords(row) },
  { head: "State", cell: (row) => <CaseState of={row} /> },
  { head: "Undo", headHidden: true, cell: (row) => <UndoCase of={row} /> },
];
