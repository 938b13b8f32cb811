import * as calls from "#contract/admin/reports.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { csvDownload, type PagedList } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { countDemand, countLoans, type Period, type ReportDays, titlesNotLent } from "./reports.queries.ts";

const all = { limit: 50_000, offset: 0 }; // more than the titles in a library, or the schools in the state
const rowsOnPage = 1000;

type By = { actor: Actor; timeZone: string; today: string };
type LoanFilters = Period & { by: calls.LoanGroup };

const daysOf = (period: Period, { timeZone, today }: By): ReportDays => ({ ...period, timeZone, today });
type Cells = readonly (string | number)[];
type Report = Pick<PagedList<unknown>, "name" | "entry"> & {
  header: readonly string[];
  read: (db: Database) => Promise<readonly Cells[]>;
};

/** Streams a report as CSV, counted once for all of its pages. */
async function reportCsv(db: Database, { actor, timeZone }: By, { read, ...report }: Report): Promise<FileAnswer> {
  let rows: readonly { cells: Cells; place: number }[] = [];
  return csvDownload(db, actor, timeZone, {
    ...report,
    counted: "Rows",
    count: async (tx) => {
      rows = (await read(tx)).map((cells, at) => ({ cells, place: at + 1 }));
      return { count: rows.length, lastId: rows.length };
    },
    page: async (after) => rows.slice(after, after + rowsOnPage),
    idOf: ({ place }) => place,
    cellsOf: ({ cells }) => cells,
  });
}

const heads: Record<LoanFilters["by"], readonly string[]> = {
  month: ["Month"],
  title: ["Title", "SKU"],
  subject: ["Subject"],
  grade: ["Grade"],
  school: ["School", "District"],
  district: ["District", "County"],
  county: ["County"],
};

export async function loansCsv(db: Database, { by: group, ...period }: LoanFilters, by: By): Promise<FileAnswer> {
  const isPlace = ["school", "district", "county"].includes(group);
  const head = heads[group];
  return reportCsv(db, by, {
    name: `loans-by-${group}`,
    entry: { call: calls.loansCsv.call, kind: "order", label: `Loans by ${group}` },
    header: [...head, "Loans", "Orders", "Returned or past due", "Late", "Percent late"],
    read: async (tx) => {
      const { data } = await countLoans(tx, group, daysOf(period, by), all);
      return data.map(({ name, of, loans, orders, settled, late }) => [
        ...[isPlace && name === "" ? "Not in the directory" : name, of].slice(0, head.length),
        loans,
        orders,
        settled,
        late,
        settled === 0 ? "" : Number((late / settled).toFixed(3)),
      ]);
    },
  });
}

export async function demandCsv(db: Database, period: Period, by: By): Promise<FileAnswer> {
  return reportCsv(db, by, {
    name: "waits-and-refused-dates",
    entry: { call: calls.demandCsv.call, kind: "order", label: "Waitlists and unavailable dates" },
    header: [
      "Title",
      "SKU",
      "Copies",
      "Joined the waitlist",
      "Got a copy",
      "Average wait in days",
      "Unavailable dates",
    ],
    read: async (tx) =>
      (await countDemand(tx, daysOf(period, by), all)).data.map(
        ({ title, referenceNumber, copies, waited, got, days, refused }) => [
          title,
          referenceNumber,
          copies,
          waited,
          got,
          days ?? "",
          refused,
        ],
      ),
  });
}

export async function unlentCsv(db: Database, period: Period, by: By): Promise<FileAnswer> {
  return reportCsv(db, by, {
    name: "titles-not-lent",
    entry: { call: calls.unlentCsv.call, kind: "order", label: "Unused titles" },
    header: ["Title", "SKU", "Subject", "Copies", "Added", "Last loan"],
    read: async (tx) =>
      (await titlesNotLent(tx, daysOf(period, by), all)).data.map((row) => [
        row.title,
        row.referenceNumber,
        row.subjectName,
        row.copies,
        row.addedOn,
        row.lastLent ?? "",
      ]),
  });
}
