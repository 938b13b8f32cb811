import { TimeText } from "#web/lib/formats.tsx";
import { Link } from "#web/ui/router.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Badge, type BadgeTone } from "#web/ui/data/badge.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ImportState, ImportSummary } from "#contract/imports/imports.ts";
import { importViewOf, importViews } from "#web/admin/import-views.ts";
import { AllInvitationsCard } from "#web/people/imports/invitations.tsx";
import { recentImportsQuery } from "./import-queries.ts";
import { progressText, summaryOf, joinResults, undoneResults } from "./import-words.ts";
import { call } from "#web/lib/call.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Ban, CircleAlert, CircleCheck, Clock, FileSpreadsheet, ListChecks, Pencil, Undo2 } from "#web/ui/icons.tsx";
import { UndoButton } from "./results.tsx";
import { UploadCard } from "./upload-card.tsx";
import styles from "./imports-page.module.css";

export function ImportsPage() {
  return (
    <Page
      heading="Import and export"
      lead="Bring in titles, borrowers, and open loans from spreadsheets or a library system, or export the collection."
    >
      <div className={styles.ways}>
        {importViews
          .filter(({ uploadPage }) => !uploadPage)
          .map((view) => (
            <UploadCard key={view.of} view={view} />
          ))}
        <Card heading="Export the collection">
          <p className={styles.words}>
            Download every title and its copies, one row per title, as a CSV for Excel or LibreOffice. Pictures aren’t
            included. You can edit the file and import it again. Choose MARC 21 for another library system.
          </p>
          <Row>
            <DownloadButton file={() => call("GET Import/ExportCollection", {})} done="Collection exported.">
              Export collection
            </DownloadButton>
            <DownloadButton file={() => call("GET Import/ExportMarc", {})} done="Collection exported.">
              Export as MARC 21
            </DownloadButton>
          </Row>
        </Card>
      </div>
      <Stack>
        <AllInvitationsCard />
        <h2>Previous imports</h2>
        <RecentImports />
      </Stack>
    </Page>
  );
}

function RecentImports() {
  const none = (
    <EmptyState title="No imports yet." icon={<FileSpreadsheet size={28} />}>
      Uploaded files appear here with their results.
    </EmptyState>
  );
  return (
    <Fetched
      query={useQuery(recentImportsQuery)}
      what="previous imports"
      skeleton={<SkeletonLines lines={4} />}
      empty={none}
    >
      {(rows) => (
        <div className={styles.imports}>
          <Table caption="Previous imports, newest first" columns={columns} rows={rows} rowKey="importId" />
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
  { head: "Contents", cell: ({ of }) => sentenceCase(importViewOf(of).many) },
  { head: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  { head: "Result", cell: (row) => resultOf(row) || "–" },
  { head: "Uploaded", cell: ({ uploadedAt }) => <TimeText value={uploadedAt} /> },
  { head: "By", cell: ({ userName }) => userName },
  {
    head: "Actions",
    headHidden: true,
    cell: (row) =>
      row.state === "saved" &&
      row.canBeUndone && <UndoButton detail={row} view={importViewOf(row.of)} size="small" label="Undo" />,
  },
];

const sentenceCase = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function resultOf(row: ImportSummary): string {
  const view = importViewOf(row.of);
  switch (row.state) {
    case "checking":
      return progressText(row);
    case "saving":
    case "undoing":
      return `${row.progress}%`;
    case "undone":
      return row.undone ? joinResults(undoneResults(row.undone, view)) : "";
    case "checked":
      return summaryOf(row, false, view) || "Nothing to save";
    case "saved":
      return summaryOf(row, true, view) || "No changes needed";
    case "failed":
      return row.message ?? "Nothing was saved";
    case "canceled":
      return "Nothing was saved";
    case "matching":
      return "";
  }
}

const looks: Record<ImportState, { tone: BadgeTone; icon: typeof Clock; word: string }> = {
  matching: { tone: "warning", icon: Pencil, word: "Columns to match" },
  checking: { tone: "info", icon: Clock, word: "Checking" },
  checked: { tone: "warning", icon: ListChecks, word: "Checked, not saved" },
  saving: { tone: "info", icon: Clock, word: "Saving" },
  saved: { tone: "success", icon: CircleCheck, word: "Saved" },
  undoing: { tone: "info", icon: Clock, word: "Undoing" },
  undone: { tone: "neutral", icon: Undo2, word: "Undone" },
  canceled: { tone: "neutral", icon: Ban, word: "Canceled" },
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
