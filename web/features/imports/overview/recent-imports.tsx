import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import type { ImportState, ImportSummary } from "#contract/imports.ts";
import { Ban, CircleAlert, CircleCheck, Clock, FileSpreadsheet, ListChecks, Pencil, Undo2 } from "#web/ui/icons.tsx";
import { Badge, type BadgeTone } from "#web/ui/data/badge.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { recentImportsQuery } from "#web/features/imports/import-queries.ts";
import styles from "./overview.module.css";
import { howFar, inShort, onOneLine, undoneResults } from "#web/features/imports/import-words.ts";
import { UndoButton } from "../one/undo.tsx";

export function RecentImports() {
  const none = (
    <EmptyState title="No imports yet." icon={<FileSpreadsheet size={28} />}>
      Uploaded files appear here with their results.
    </EmptyState>
  );
  return (
    <Fetched
      query={useQuery(recentImportsQuery)}
      what="earlier imports"
      skeleton={<SkeletonLines lines={4} />}
      empty={none}
    >
      {(rows) => (
        <div className={styles.imports}>
          <Table caption="Earlier imports, newest first" columns={columns} rows={rows} rowKey={(row) => row.importId} />
        </div>
      )}
    </Fetched>
  );
}

const columns: Column<ImportSummary>[] = [
  {
    head: "File",
    names: true,
    cell: ({ importId, fileName }) => (
      <Link to={`/admin/import/${importId}`} data-row-link>
        {fileName}
      </Link>
    ),
  },
  { head: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  { head: "Result", cell: (row) => resultOf(row) || "–" },
  { head: "Uploaded", cell: ({ uploadedAt }) => <TimeText value={uploadedAt} /> },
  { head: "By", cell: ({ userName }) => userName },
  {
    head: "Actions",
    headHidden: true,
    cell: (row) => row.state === "saved" && row.canBeUndone && <UndoButton detail={row} size="small" label="Undo" />,
  },
];

function resultOf(row: ImportSummary): string {
  switch (row.state) {
    case "checking":
      return howFar(row);
    case "saving":
    case "undoing":
      return `${row.progress} %`;
    case "undone":
      return row.undone ? onOneLine(undoneResults(row.undone)) : "";
    case "checked":
      return inShort(row, false) || "Nothing to save";
    case "saved":
      return inShort(row, true) || "No changes needed";
    case "failed":
      return row.message ?? "Nothing was saved";
    case "cancelled":
      return "Nothing was saved";
    case "matching":
      return "";
  }
}

const looks: Record<ImportState, { tone: BadgeTone; icon: typeof Clock; word: string }> = {
  matching: { tone: "warning", icon: Pencil, word: "Columns to match" },
  checking: { tone: "info", icon: Clock, word: "Being checked" },
  checked: { tone: "warning", icon: ListChecks, word: "Checked, not saved" },
  saving: { tone: "info", icon: Clock, word: "Being saved" },
  saved: { tone: "success", icon: CircleCheck, word: "Saved" },
  undoing: { tone: "info", icon: Clock, word: "Being undone" },
  undone: { tone: "neutral", icon: Undo2, word: "Undone" },
  cancelled: { tone: "neutral", icon: Ban, word: "Canceled" },
  failed: { tone: "danger", icon: CircleAlert, word: "Failed" },
};

function StateBadge({ state }: { state: ImportState }) {
  const { tone, icon: Icon, word } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {word}
    </Badge>
  );
}
