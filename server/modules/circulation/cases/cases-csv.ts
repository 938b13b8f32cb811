import { casesCsv as casesCsvCall } from "#contract/desk/cases.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { moneyOf } from "#contract/wire/money.ts";
import { dayOf } from "#server/platform/clock.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type CaseFilter, casesAfter, countCases } from "./cases.queries.ts";

/** Streams the cases of a filter. */
export async function casesCsv(db: Database, filter: CaseFilter, actor: Actor, timeZone: string): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "cases",
    entry: { call: casesCsvCall.call, kind: "order", label: "Cases" },
    counted: "Rows",
    count: (tx) => countCases(tx, filter),
    header: [
      "Case",
      "Kind",
      "Opened",
      "Opened by",
      "Order",
      "Borrower",
      "School",
      "Title",
      "SKU",
      "Copy",
      "Parts",
      "Cost",
      "Note",
      "Outcome",
      "Closed",
      "Closed by",
      "Closing note",
    ],
    page: (after, lastId) => casesAfter(db, filter, after, lastId),
    idOf: ({ case_id }) => case_id,
    cellsOf: (row) => [
      row.case_id,
      row.kind,
      dayOf(row.opened_at, timeZone),
      row.opened_by_name ?? "",
      row.order_id,
      row.ship_to_name,
      row.ship_to_school,
      row.title,
      row.sku_number,
      row.copy_number,
      row.parts,
      moneyOf(row.cost_cents),
      row.note,
      row.outcome ?? "open",
      row.closed_at ? dayOf(row.closed_at, timeZone) : "",
      row.closed_by_name ?? "",
      row.closing_note,
    ],
  });
}
