import { saveFile, useSentFile } from "#web/lib/files.ts";
import { TimeText } from "#web/lib/formats.tsx";
import { Link, useNavigate } from "#web/ui/router.tsx";
import { FileField } from "#web/ui/forms/file-fields.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Badge, type BadgeTone } from "#web/ui/data/badge.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/catalog/codes.ts";
import {
  type ImportField,
  importFieldNames,
  importFields,
  type ImportState,
  type ImportSummary,
} from "#contract/imports/imports.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import { cacheImport, recentImportsQuery } from "./import-queries.ts";
import { progressText, summaryOf, joinResults, undoneResults } from "./import-words.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import {
  Ban,
  CircleAlert,
  CircleCheck,
  Clock,
  Download,
  FileSpreadsheet,
  ListChecks,
  Pencil,
  Undo2,
} from "#web/ui/icons.tsx";
import { UndoButton } from "./results.tsx";
import styles from "./imports-page.module.css";

export function ImportsPage() {
  return (
    <Page
      heading="Import and export"
      lead="Import a collection from a spreadsheet or a library system, or export it."
      back={<BackLink to="/admin/inventorylist">Back to Inventory</BackLink>}
    >
      <div className={styles.ways}>
        <ImportTitles />
        <Card heading="Export the collection">
          <p className={styles.words}>
            Download every title and its copies, one row per title, as a CSV for Excel or LibreOffice. Pictures aren’t
            included. You can edit the file and import it again.
          </p>
          <Row>
            <DownloadButton file={() => call("GET Import/ExportCollection", {})} done="Collection exported.">
              Export collection
            </DownloadButton>
          </Row>
        </Card>
      </div>
      <Stack>
        <h2>Previous imports</h2>
        <RecentImports />
      </Stack>
    </Page>
  );
}

function ImportTitles() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const upload = useSentFile(async (file, options) => {
    const { data } = await call("POST Import/UploadFile", { upload: file }, options);
    cacheImport(client, data);
    return data.importId;
  });
  return (
    <Card heading="Import titles">
      <p className={styles.words}>
        Upload a spreadsheet saved as CSV, or MARC 21 records from a library system. You’ll match the columns and see
        any errors row by row. Nothing is saved until you say so.
      </p>
      <FileField
        id="importFile"
        label="File"
        hint="CSV or MARC 21 in UTF-8, up to 50 MB."
        accept=".csv,.tsv,.txt,.mrc,.marc,text/csv,application/marc"
        objection={({ size }) =>
          size > importLimits.bytes ? "The file can’t be larger than 50 MB. Split it into several files." : undefined
        }
        send={async (file, options) => {
          const id = await upload(file, options);
          await navigate(`/admin/import/${id}`);
        }}
      />
      <details className={styles.help}>
        <summary>Columns a spreadsheet can have</summary>
        {/* order and names don't matter: staff match the columns after the upload */}
        <DescriptionList
          items={importFields.map((field) => ({ term: importFieldNames[field], value: meanings[field] }))}
        />
      </details>
      <Button
        size="small"
        className={styles.sample}
        icon={<Download size={18} />}
        onClick={() => saveFile(sampleFile())}
      >
        Download a sample CSV
      </Button>
    </Card>
  );
}

const meanings: Record<ImportField, string> = {
  title: `Required in every row. At most ${limits.title} characters.`,
  referenceNumber: `At most ${limits.sku} characters; each title needs its own. Without one, we assign a number.`,
  description: "What the title is about. You can set one text for all rows without a description.",
  category:
    "Book, Video, or Audio, or a common word for one of them, such as DVD. You can choose one for all rows without a category.",
  subject: "One of the library’s subjects. You can choose one for all rows without a subject.",
  grades:
    "The library’s grades, separated by commas, or ranges such as K-5. You can choose grades for all rows without them.",
  tags: "Words people might search for, separated by commas.",
  author: `Who made it. At most ${limits.author} characters.`,
  publisher: `Who published it. At most ${limits.line} characters.`,
  year: "The year it was published, in four digits.",
  extent: `How long it is, such as 22 pages or 45 minutes. At most ${limits.extent} characters.`,
  language: "The title’s language: its English name, or a code such as es or spa.",
  replacementCost: "What a lost copy costs, in dollars, such as 24.50.",
  parts: "What’s in each copy, with the cost of each piece after @: 1 poster; 1 DVD @ 24.50; 30 cards.",
  weight: "What a copy weighs in pounds, such as 2.5. Ounces work too, such as 12 oz.",
  shelfLocation: `Where it’s shelved, such as A3. At most ${limits.shelfLocation} characters.`,
  copies: "The number of copies. For a file without this column, you can set one number for all.",
  copyDetails: "Exports use this to restore each copy. Don’t change it.",
};

function sampleFile() {
  const columns = importFields.filter((field) => field !== "copyDetails").map((field) => importFieldNames[field]);
  const lines = [
    columns.join(","),
    '"Washing hands, step by step",SMPL1,"A picture book about soap, water, and twenty seconds.",Book,Personal Health and Wellness,"Preschool, Grades K-2","hygiene, hand washing",Ana Ruiz,Clear Creek Press,2021,32 pages,English,18.95,1 book; 1 poster @ 4.50,1.5,A3,3',
    'Bike safety in ten minutes,SMPL2,"A short film about helmets, signs, and lights.",Video,Safety,"Grades 3-5, Grades 6-8","bicycle, traffic",,Two Wheels Films,2019,10 minutes,English,45.00,1 DVD; 30 cards,0.8,C1,1',
    "Breathe: exercises for quiet minutes,SMPL3,Ten exercises to listen to in class.,Audio,Mental and Emotional Health,All grades,,Tom Lund,Still Water Audio,2023,45 minutes,English,,,,,2",
  ];
  // the byte order mark tells Excel that the file is UTF-8
  const content = new Blob([`\uFEFF${lines.join("\r\n")}\r\n`], { type: "text/csv" });
  return { fileName: "sample-collection.csv", content };
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
      return progressText(row);
    case "saving":
    case "undoing":
      return `${row.progress}%`;
    case "undone":
      return row.undone ? joinResults(undoneResults(row.undone)) : "";
    case "checked":
      return summaryOf(row, false) || "Nothing to save";
    case "saved":
      return summaryOf(row, true) || "No changes needed";
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
