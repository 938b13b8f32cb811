import { useMutation } from "@tanstack/react-query";
import type { ImportDetail, ImportFault } from "#contract/imports.ts";
import { counted, resultsOf, rowOf } from "#web/features/imports/import-words.ts";
import { call } from "#web/lib/call.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import styles from "./one-import.module.css";

export function Results({ detail, isSaved }: { detail: ImportDetail; isSaved: boolean }) {
  const results = resultsOf(detail, isSaved);
  if (results.length === 0) return null;
  return (
    <ul className={styles.results}>
      {results.map(({ number, words }) => (
        <li key={words}>
          <strong>{number.toLocaleString("en-US")}</strong> {words}
        </li>
      ))}
    </ul>
  );
}

/** Errors by row, and the file to fix them in. */
export function Faults({ detail }: { detail: ImportDetail }) {
  const { kind, faults, counts } = detail;
  const shown = new Set(faults.map(({ row }) => row)).size;
  return (
    <Card heading="Errors" actions={<DownloadFaultyRows detail={detail} />}>
      <p className={styles.words}>
        {kind === "marc"
          ? "The download is a CSV with what we could read. Fix it, save it, and upload it."
          : "The last column of the download says what’s wrong. Fix the rows, save the file, and upload it."}
        {shown < counts.faulty && ` The first ${shown} are listed here. The download has them all.`}
      </p>
      <div className={styles.faults}>
        <Table
          caption="Errors by row"
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
  { head: "Error", cell: (fault) => fault.message },
];
const ofRows = columnsOf("Row", "Column");
const ofRecords = columnsOf("Record", "Field");

function DownloadFaultyRows({ detail: { importId, kind, counts } }: { detail: ImportDetail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await call("GET Import/GetFaultyRows/{id}", { params: { id: importId } })),
  });
  return (
    <Button busy={isPending} icon={<Download size={18} />} onClick={() => mutate()}>
      Download {counted(counts.faulty, `invalid ${rowOf(kind)}`)}
    </Button>
  );
}
