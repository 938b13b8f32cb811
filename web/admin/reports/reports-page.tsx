import type { ReactNode } from "react";
import { definitions, type DemandRow, type LoanGroup, type LoanRow, type UnlentRow } from "#contract/admin/reports.ts";
import { call } from "#web/lib/call.ts";
import { DateText } from "#web/lib/formats.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Bar, Bars } from "#web/ui/data/bars.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { SectionLinks } from "#web/ui/navigation/links.tsx";
import { useSearchParams } from "#web/ui/router.tsx";
import { demandReport, loanReport, unlentReport } from "./report-queries.ts";

const reports = [
  { of: loanReport, label: "Loans", key: "loans" },
  { of: demandReport, label: "Waitlists and unavailable dates", key: "demand" },
  { of: unlentReport, label: "Unused titles", key: "unlent" },
] as const;
type Report = (typeof reports)[number]["key"];

/** Frames a report: links to the other reports for the same period, and how its figures are counted. */
function ReportPage({ report, children }: { report: Report; children: ReactNode }) {
  const [search] = useSearchParams();
  const period = { startDate: search.get("from") ?? "", endDate: search.get("to") ?? "" };
  const label = reports.find(({ key }) => key === report)?.label;
  return (
    <Page
      heading="Reports"
      documentTitle={report === reports[0].key ? "Reports" : `${label}, Reports`}
      lead="Loans, waitlists, and titles nobody borrowed. Anonymizing people doesn’t change the figures."
    >
      <Stack>
        <SectionLinks
          sections={reports.map(({ of, key, label: name }) => ({
            to: of.href(period),
            label: name,
            isCurrent: key === report,
          }))}
        />
        {children}
        <Card heading="How it’s counted">
          <DescriptionList items={Object.entries(definitions[report]).map(([term, value]) => ({ term, value }))} />
        </Card>
      </Stack>
    </Page>
  );
}

const number = (count: number) => count.toLocaleString("en-US");
const percent = (part: number, whole: number) => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`);

export function LoanReportPage() {
  return (
    <ReportPage report="loans">
      <List
        of={loanReport}
        name="loans"
        caption={({ by }) => `Loans by ${by}`}
        columns={({ by }) => loanColumns(by)}
        rowKey={({ name, of, inventoryId }) => `${name}/${of}/${inventoryId}`}
        rowHeight="3rem"
        send="Count"
        showAll="Count all loans"
        above={(answer, { by }) =>
          answer &&
          answer.data.length > 0 && (
            <>
              <p>
                <strong>{answer.sum.loans === 1 ? "1 loan" : `${number(answer.sum.loans)} loans`}</strong> in{" "}
                {answer.sum.orders === 1 ? "1 order" : `${number(answer.sum.orders)} orders`}, {lateInWords(answer.sum)}
                .
              </p>
              <Bars bars={answer.data.map((row) => barOf(row, by))} value="Loans" part="Late" />
            </>
          )
        }
        csv={(query) => call("GET Reports/LoansCsv", { query })}
        emptyTitle="No loans"
        empty="Copies that shipped on these dates are counted here."
        noMatch="Copies that shipped on these dates are counted here."
      />
    </ReportPage>
  );
}

function lateInWords({ settled, late }: Pick<LoanRow, "settled" | "late">): string {
  return settled === 0 ? "none due yet" : `${percent(late, settled)} late`;
}

function barOf(row: LoanRow, by: LoanGroup): Bar {
  return {
    key: `${row.name}/${row.of}/${row.inventoryId}`,
    label: nameIn(row, by),
    value: row.loans,
    part: row.late,
    words: row.settled === 0 ? number(row.loans) : `${number(row.loans)}, ${lateInWords(row)}`,
  };
}

const monthNames = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

function nameIn({ name }: Pick<LoanRow, "name">, by: LoanGroup): string {
  if (by === "month") return monthNames.format(new Date(`${name}-01T00:00:00Z`));
  return name || "Not in the directory";
}

const heads: Record<LoanGroup, { name: string; of?: string }> = {
  month: { name: "Month" },
  title: { name: "Title", of: "SKU" },
  subject: { name: "Subject" },
  grade: { name: "Grade" },
  school: { name: "School", of: "District" },
  district: { name: "District", of: "County" },
  county: { name: "County" },
};

function loanColumns(by: LoanGroup): Column<LoanRow>[] {
  const { name, of } = heads[by];
  const named: Column<LoanRow> = {
    head: name,
    names: true,
    cell: (row) =>
      row.inventoryId === null ? (
        nameIn(row, by)
      ) : (
        <RowLink to={`/admin/viewitem/${row.inventoryId}`}>{row.name}</RowLink>
      ),
  };
  const more: Column<LoanRow>[] = of
    ? [{ head: of, cell: (row) => (by === "title" ? `#${row.of}` : row.of || "–") }]
    : [];
  return [
    named,
    ...more,
    { head: "Loans", number: true, cell: ({ loans }) => number(loans) },
    { head: "Orders", number: true, cell: ({ orders }) => number(orders) },
    { head: "Late", number: true, cell: ({ late }) => number(late) },
    { head: "Percent late", number: true, cell: ({ late, settled }) => percent(late, settled) },
  ];
}

const titleColumns: Column<Pick<DemandRow, "inventoryId" | "title" | "referenceNumber" | "copies">>[] = [
  {
    head: "Title",
    names: true,
    cell: ({ inventoryId, title }) => <RowLink to={`/admin/viewitem/${inventoryId}`}>{title}</RowLink>,
  },
  { head: "SKU", whole: true, cell: ({ referenceNumber }) => `#${referenceNumber}` },
  { head: "Copies", number: true, cell: ({ copies }) => number(copies) },
];

const demandColumns: Column<DemandRow>[] = [
  ...titleColumns,
  { head: "Joined the waitlist", number: true, cell: ({ waited }) => number(waited) },
  { head: "Got a copy", number: true, cell: ({ got }) => number(got) },
  {
    head: "Average wait",
    number: true,
    cell: ({ days }) => (days === null ? "–" : days === 1 ? "1 day" : `${number(days)} days`),
  },
  { head: "Unavailable dates", number: true, cell: ({ refused }) => number(refused) },
];

export function DemandReportPage() {
  return (
    <ReportPage report="demand">
      <List
        of={demandReport}
        name="waitlists and unavailable dates"
        columns={demandColumns}
        rowKey="inventoryId"
        rowHeight="3rem"
        send="Count"
        showAll="Count all"
        above={(answer) =>
          answer &&
          answer.data.length > 0 && (
            <Bars
              bars={answer.data.map(({ inventoryId, title, waited, refused }) => ({
                key: String(inventoryId),
                label: title,
                value: waited + refused,
                part: refused,
                words: `${number(waited)} waited, ${number(refused)} unavailable`,
              }))}
              value="Joined the waitlist"
              part="Unavailable dates"
            />
          )
        }
        csv={(query) => call("GET Reports/DemandCsv", { query })}
        emptyTitle="No waits"
        empty="Titles appear here when someone joins their waitlist or can’t get them for their dates."
        noMatch="Titles appear here when someone joins their waitlist or can’t get them for their dates."
      />
    </ReportPage>
  );
}

const unlentColumns: Column<UnlentRow>[] = [
  ...titleColumns,
  { head: "Subject", cell: ({ subjectName }) => subjectName },
  { head: "Added", cell: ({ addedOn }) => <DateText value={addedOn} /> },
  { head: "Last loan", cell: ({ lastLent }) => (lastLent === null ? "Never" : <DateText value={lastLent} />) },
];

export function UnlentReportPage() {
  return (
    <ReportPage report="unlent">
      <List
        of={unlentReport}
        name="unused titles"
        columns={unlentColumns}
        rowKey="inventoryId"
        rowHeight="3rem"
        send="Count"
        showAll="Count all"
        above={(answer) =>
          answer &&
          answer.subjects.length > 0 && (
            <Bars
              bars={answer.subjects.map(({ subjectName, titles, never }) => ({
                key: subjectName,
                label: subjectName,
                value: titles,
                part: never,
                words: `${number(titles)}, ${number(never)} never borrowed`,
              }))}
              value="Unused titles by subject"
              part="Never borrowed"
            />
          )
        }
        count={({ total }) => (total === 1 ? "1 title" : `${number(total)} titles`)}
        csv={(query) => call("GET Reports/UnlentCsv", { query })}
        emptyTitle="Every title was borrowed"
        empty="Titles with no loans on these dates appear here."
        noMatch="Titles with no loans on these dates appear here."
      />
    </ReportPage>
  );
}
