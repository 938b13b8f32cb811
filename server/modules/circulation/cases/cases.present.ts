import type { OwnCase, StaffCase } from "#contract/desk/cases.ts";
import { moneyOf } from "#contract/wire/money.ts";
import type { CaseRow, OwedItem } from "./cases.queries.ts";

type OwnCaseRow = OwedItem & { language: string };

export function presentOwnCase(row: OwnCaseRow): OwnCase {
  return {
    caseId: row.case_id,
    kind: row.kind,
    orderId: row.order_id,
    title: row.title,
    language: row.language,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    parts: row.parts,
    cost: moneyOf(row.cost_cents),
  };
}

export function presentCase(row: CaseRow): StaffCase {
  return {
    caseId: row.case_id,
    kind: row.kind,
    orderId: row.order_id,
    orderInventoryItemId: row.assignment_id,
    borrowerId: row.borrower_id ?? 0,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    title: row.title,
    language: row.language,
    cost: moneyOf(row.cost_cents),
    parts: row.parts,
    note: row.note,
    openedAt: row.opened_at.toISOString(),
    openedByName: row.opened_by_name ?? "",
    outcome: row.outcome,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedByName: row.closed_by_name,
    closingNote: row.closing_note,
  };
}
