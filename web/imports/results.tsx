import type { ImportDetail, ImportFault, ImportSummary } from "#contract/imports/imports.ts";
import { counted, type Result, rowOf, undoneResults } from "./import-words.ts";
import { call } from "#web/lib/call.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import type { KeptRecord } from "#contract/imports/undo-import.ts";
import { useImportUpdate } from "./import-queries.ts";
import { type ImportView, uploadPageOf } from "./import-view.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { List } from "#web/ui/data/list.tsx";
import { ActionButton, DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import styles from "./one-import.module.css";

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
  const listedRows = new Set(faults.map(({ row }) => row)).size;
  const otherRows = counts.faulty - listedRows;
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
        {otherRows > 0 &&
          listedRows > 0 &&
          ` ${counted(listedRows, `${rowOf(kind)} is`, `${rowOf(kind)}s are`)} listed here. The download has them all.`}
      </p>
      {listedRows > 0 && (
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

export function Notes({ detail: { kind, notes, counts }, view }: { detail: ImportDetail; view: ImportView }) {
  const { heading, column } = view.notes ?? { heading: "Notes", column: "Note" };
  return (
    <Card heading={heading}>
      {notes.length < counts.noted && <p className={styles.words}>The first {notes.length} are listed here.</p>}
      <div className={styles.faults}>
        <Table
          caption={`${heading} by row`}
          columns={noteColumns(kind === "marc" ? "Record" : "Row", column)}
          rows={notes.map((note, at) => ({ ...note, at }))}
          rowKey="at"
        />
      </div>
    </Card>
  );
}

const noteColumns = (row: string, column: string): Column<ImportFault & { at: number }>[] => [
  rowColumn(row),
  { head: column, cell: ({ message }) => message },
];

type UndoButtonProps = { detail: ImportSummary; view: ImportView; size?: "small"; label?: string };

export function UndoButton({ detail: { importId, fileName }, view, size, label = "Undo the import" }: UndoButtonProps) {
  const update = useImportUpdate(importId);
  return (
    <ActionButton
      {...(size && { size })}
      icon={<Undo2 size={18} />}
      aria-label={size && `Undo the import of ${fileName}`}
      ask={{
        question: `Undo the import of ${fileName}?`,
        explanation: view.undoExplanation,
        confirmLabel: "Yes, undo it",
        cancelLabel: "No, keep it",
        danger: true,
      }}
      action={() => update(call("POST Import/Undo/{id}", { params: { id: importId } }))}
    >
      {label}
    </ActionButton>
  );
}

export function CancelImport({ id }: { id: number }) {
  const update = useImportUpdate(id);
  return (
    <ActionButton
      ask={{
        question: "Cancel this import?",
        explanation: "Nothing from the file is saved. To import it later, upload it again.",
        confirmLabel: "Yes, cancel it",
        cancelLabel: "No, continue",
        danger: true,
      }}
      action={() => update(call("POST Import/Cancel/{id}", { params: { id } }))}
    >
      Cancel import
    </ActionButton>
  );
}

export function Undone({ detail, view }: { detail: ImportDetail; view: ImportView }) {
  const { undone, message, canBeUndone } = detail;
  const kept = undone?.kept ?? 0;
  return (
    <Stack>
      {message && <Alert tone="warning">{message}</Alert>}
      {undone && <ResultCards results={undoneResults(undone, view)} />}
      <Row>
        <ButtonLink to={view.home.to} look="primary">
          {view.home.label}
        </ButtonLink>
        {canBeUndone && (
          <UndoButton
            detail={detail}
            view={view}
            label={kept > 0 ? `Try the kept ${view.many} again` : "Undo the rest"}
          />
        )}
        <ButtonLink to={uploadPageOf(view).to}>Import another file</ButtonLink>
      </Row>
      {kept > 0 && <KeptRecords importId={detail.importId} kept={kept} view={view} />}
    </Stack>
  );
}

const keptRecordsOf = (importId: number) =>
  list({
    path: `/admin/import/${importId}`,
    filters: { page: pageField() },
    key: ["imports", importId, "kept"],
    ask: (query, context) => call("GET Import/GetKeptRecords/{id}", { params: { id: importId }, query }, context),
  });

type KeptRecordsProps = { importId: number; kept: number; view: ImportView };

function KeptRecords({ importId, kept, view }: KeptRecordsProps) {
  const { one, many } = view;
  return (
    <Card heading={`Kept ${many}`}>
      <p className={styles.words}>
        {kept === 1 ? `1 ${one} was kept because it was` : `${counted(kept, one, many)} were kept because they were`}{" "}
        used or edited after the import.
      </p>
      <List
        of={keptRecordsOf(importId)}
        name={`kept ${many}`}
        columns={keptColumns(view)}
        rowKey="row"
        empty={`No ${many} were kept.`}
      />
    </Card>
  );
}

const keptColumns = ({ one, mark, linkTo, nameOf, keptReasons }: ImportView): Column<KeptRecord>[] => [
  {
    head: `${one.charAt(0).toUpperCase()}${one.slice(1)}`,
    names: true,
    cell: (record) => (
      <Link to={linkTo(record.id)} data-row-link>
        {nameOf?.(record) ?? record.name}
      </Link>
    ),
  },
  { head: mark, cell: (record) => record.mark },
  { head: "Row", number: true, cell: ({ row }) => row.toLocaleString("en-US") },
  { head: "Reason", cell: ({ reason }) => keptReasons[reason] ?? "Something else in the library uses it." },
];
