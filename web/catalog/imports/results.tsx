import type { ImportDetail, ImportFault } from "#contract/catalog/imports.ts";
import { counted, type Result, resultsOf, rowOf } from "./import-words.ts";
import { call } from "#web/lib/call.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import styles from "./one-import.module.css";
import { Card } from "#web/ui/layout.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";

export function Results({ detail, isSaved }: { detail: ImportDetail; isSaved: boolean }) {
  return <ResultCards results={resultsOf(detail, isSaved)} />;
}

export function ResultCards({ results }: { results: readonly Result[] }) {
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

export function Faults({ detail }: { detail: ImportDetail }) {
  const { importId, kind, faults, counts } = detail;
  const listed = new Set(faults.map(({ row }) => row)).size;
  const unlisted = counts.faulty - listed;
  return (
    <Card
      heading="Errors"
      actions={
        <div>
          <DownloadButton
            file={() => call("GET Import/GetFaultyRows/{id}", { params: { id: importId } })}
            done="CSV downloaded."
          >
            Download {counted(counts.faulty, `invalid ${rowOf(kind)}`)}
          </DownloadButton>
        </div>
      }
    >
      <p className={styles.words}>
        {kind === "marc"
          ? "The download is a CSV of everything we could read. Fix it, save it, and upload it."
          : "The last column of the download says what’s wrong. Fix the rows, save the file, and upload it."}
        {unlisted > 0 &&
          listed > 0 &&
          ` ${counted(listed, `${rowOf(kind)} is`, `${rowOf(kind)}s are`)} listed here. The download has them all.`}
      </p>
      {listed > 0 && (
        <div className={styles.faults}>
          <Table
            caption="Errors by row"
            columns={kind === "marc" ? ofRecords : ofRows}
            rows={faults.map((fault, at) => ({ ...fault, at }))}
            rowKey="at"
          />
        </div>
      )}
    </Card>
  );
}

const rowColumn = (row: string): Column<ImportFault> => ({
  head: row,
  names: true,
  cell: (fault) => (
    <>
      <span className={styles.onCard}>{row} </span>
      {fault.row.toLocaleString("en-US")}
    </>
  ),
});

const columnsOf = (row: string, column: string): Column<ImportFault & { at: number }>[] => [
  rowColumn(row),
  { head: column, cell: (fault) => fault.column || "–" },
  { head: "Error", cell: (fault) => fault.message },
];
const ofRows = columnsOf("Row", "Column");
const ofRecords = columnsOf("Record", "Field");

export function Shortened({ detail: { kind, shortened, counts } }: { detail: ImportDetail }) {
  return (
    <Card heading="Shortened titles">
      {shortened.length < counts.shortened && (
        <p className={styles.words}>The first {shortened.length} are listed here.</p>
      )}
      <div className={styles.faults}>
        <Table
          caption="Shortened titles by row"
          columns={shortenedColumns(kind === "marc" ? "Record" : "Row")}
          rows={shortened}
          rowKey="row"
        />
      </div>
    </Card>
  );
}

const shortenedColumns = (row: string): Column<ImportFault>[] => [
  rowColumn(row),
  { head: "Title", cell: ({ message }) => message },
];
