import type { ImportDetail, ImportFault, ImportSummary } from "#contract/imports/imports.ts";
import { counted, type Result, rowOf, undoneResults } from "./import-words.ts";
import { call } from "#web/lib/call.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import type { KeptReason, KeptTitle } from "#contract/imports/undo-import.ts";
import { useImportUpdate } from "./import-queries.ts";
import { TitleText } from "#web/language/title-text.tsx";
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

type UndoButtonProps = { detail: ImportSummary; size?: "small"; label?: string };

export function UndoButton({ detail: { importId, fileName }, size, label = "Undo the import" }: UndoButtonProps) {
  const update = useImportUpdate(importId);
  return (
    <ActionButton
      {...(size && { size })}
      icon={<Undo2 size={18} />}
      aria-label={size && `Undo the import of ${fileName}`}
      ask={{
        question: `Undo the import of ${fileName}?`,
        explanation:
          "Titles and copies it added will be removed, and titles it changed will go back to how they were. Titles someone has used or edited since then are kept and listed.",
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
      look="quiet"
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

export function Undone({ detail }: { detail: ImportDetail }) {
  const { undone, message, canBeUndone } = detail;
  const kept = undone?.kept ?? 0;
  return (
    <Stack>
      {message && <Alert tone="warning">{message}</Alert>}
      {undone && <ResultCards results={undoneResults(undone)} />}
      <Row>
        <ButtonLink to="/admin/inventorylist" look="primary">
          Go to the inventory
        </ButtonLink>
        {canBeUndone && <UndoButton detail={detail} label={kept > 0 ? "Try the kept titles again" : "Undo the rest"} />}
        <ButtonLink to="/admin/import">Import another file</ButtonLink>
      </Row>
      {kept > 0 && <KeptTitles importId={detail.importId} kept={kept} />}
    </Stack>
  );
}

const keptTitlesOf = (importId: number) =>
  list({
    path: `/admin/import/${importId}`,
    filters: { page: pageField() },
    key: ["imports", importId, "kept"],
    ask: (query, context) => call("GET Import/GetKeptTitles/{id}", { params: { id: importId }, query }, context),
  });

function KeptTitles({ importId, kept }: { importId: number; kept: number }) {
  return (
    <Card heading="Kept titles">
      <p className={styles.words}>
        {kept === 1 ? "1 title was kept because it was" : `${counted(kept, "title")} were kept because they were`} used
        or edited after the import.
      </p>
      <List
        of={keptTitlesOf(importId)}
        name="kept titles"
        columns={keptColumns}
        rowKey="row"
        empty="No titles were kept."
      />
    </Card>
  );
}

const reasons: Record<KeptReason, string> = {
  edited: "Someone edited it.",
  ordered: "Someone ordered it.",
  "in-cart": "It’s in someone’s cart.",
  labeled: "Its labels were printed.",
  lent: "A copy was lent.",
  "copies-added": "Copies were added.",
  "copies-changed": "A copy was changed.",
  reserved: "Its copies are reserved for orders.",
  used: "Something else in the library uses it.",
};

const keptColumns: Column<KeptTitle>[] = [
  {
    head: "Title",
    names: true,
    cell: (title) => (
      <Link to={`/admin/viewitem/${title.itemId}`} data-row-link>
        <TitleText of={title} />
      </Link>
    ),
  },
  { head: "SKU Number", cell: ({ referenceNumber }) => referenceNumber },
  { head: "Row", number: true, cell: ({ row }) => row.toLocaleString("en-US") },
  { head: "Reason", cell: ({ reason }) => reasons[reason] },
];
