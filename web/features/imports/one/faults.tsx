import type { ImportDetail, ImportFault } from "#contract/imports.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/base/icons.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Table } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useFaultyRows } from "#web/features/imports/import-queries.ts";
import { counted, rowOf } from "#web/features/imports/import-words.ts";
import styles from "./one-import.module.css";

/** What is wrong in which row, and the file to mend it in. */
export function Faults({ detail }: { detail: ImportDetail }) {
  const { kind, faults, counts } = detail;
  const rows = counted(counts.faulty, rowOf(kind));
  const shown = new Set(faults.map(({ row }) => row)).size;
  return (
    <Card heading="What is wrong" actions={<DownloadFaultyRows detail={detail} />}>
      <p className={styles.words}>
        {kind === "marc"
          ? `The file of the ${rows} is a CSV with what could be read of them. Mend it, save it and upload it.`
          : `The file of the ${rows} says in its last column what is wrong. Mend it, save it and upload it as it is.`}
        {shown < counts.faulty && ` The first ${shown} are listed here; the file has them all.`}
      </p>
      <div className={styles.faults}>
        <Table
          caption="What is wrong in which row"
          columns={kind === "marc" ? ofRecords : ofRows}
          rows={faults.map((fault, at) => ({ ...fault, at }))}
          rowKey={({ at }) => at}
        />
      </div>
    </Card>
  );
}

const columnsOf = (row: string, column: string): Column<ImportFault & { at: number }>[] => [
  {
    head: row,
    names: true,
    cell: (fault) => (
      <>
        <span className={styles.onCard}>{row} </span>
        {fault.row.toLocaleString("en-US")}
      </>
    ),
  },
  { head: column, cell: (fault) => fault.column || "–" },
  { head: "What is wrong", cell: (fault) => fault.message },
];
const ofRows = columnsOf("Row", "Column");
const ofRecords = columnsOf("Record", "Field");

/** The rows with faults alone, as a file. */
export function DownloadFaultyRows({ detail: { importId, kind, counts } }: { detail: ImportDetail }) {
  const { mutate, isPending } = useFaultyRows(importId);
  return (
    <Button busy={isPending} icon={<Download size={18} aria-hidden="true" />} onClick={() => mutate()}>
      Download the {counted(counts.faulty, `faulty ${rowOf(kind)}`)}
    </Button>
  );
}
