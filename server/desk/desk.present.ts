import type { OwnCase, StaffCase } from "#contract/desk/cases.ts";
import { moneyOf } from "#contract/wire/money.ts";
import type { CaseRow, OwedItem } from "../orders/claims.queries.ts";
import type { ReturnedCopy, Swap, Swappable, WaitingCopy } from "#contract/desk/returns.ts";
import type { WaitingRow } from "./inspection.queries.ts";
import type { ReturnRow } from "./returns/returns.queries.ts";
import { asideFor, daysLate } from "../orders/orders.rules.ts";
import type { loansBeside, SwapRow } from "../orders/swaps.queries.ts";

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

export function presentWaiting(row: WaitingRow): WaitingCopy {
  return {
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    title: row.title,
    language: row.language,
    shelfPlace: row.shelf_place,
    condition: row.condition,
    note: row.condition_note ?? "",
    missingParts: row.missing_parts ?? "",
    returnedAt: row.released_at?.toISOString() ?? null,
    orderId: row.order_id,
    borrowerName: row.ship_to_name ?? "",
    schoolName: row.ship_to_school ?? "",
    openCaseId: row.open_case_id,
  };
}

/** `back` is the day it came back. */
export function presentReturn(row: ReturnRow, back: string): ReturnedCopy {
  const condition = row.condition ?? "good";
  const isSetAside = asideFor[condition] !== null;
  return {
    returnId: row.assignment_id,
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    title: row.title,
    language: row.language,
    orderId: row.order_id,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    returnDate: row.return_date,
    daysLate: daysLate(row.return_date, back),
    copiesOut: row.copies_out,
    copiesSent: row.copies_sent,
    condition,
    shelfPlace: row.shelf_place,
    note: row.condition_note,
    parts: row.parts,
    missingParts: row.missing_parts,
    replacementCost: row.replacement_cost,
    goesTo: isSetAside ? "inspection" : row.held_for ? "hold" : row.needed_by ? "order" : "shelf",
    neededBy: isSetAside || row.held_for ? null : row.needed_by,
    heldFor: row.held_for,
    lostCase: row.lost_case,
    openCaseId: row.open_case_id,
  };
}

export function presentSwap(row: SwapRow): Swap {
  return {
    eventId: row.event_id,
    orderId: row.order_id,
    otherOrderId: row.other_order_id,
    title: row.title,
    language: row.language,
    found: { skuNumber: row.found_sku, copyNumber: row.found_number },
    recorded: { skuNumber: row.recorded_sku, copyNumber: row.recorded_number },
    swappedAt: row.swapped_at.toISOString(),
    swappedByName: row.swapped_by_name ?? "",
  };
}

export function presentSwappable(row: Awaited<ReturnType<typeof loansBeside>>[number]): Swappable {
  return {
    orderInventoryItemId: row.assignment_id,
    orderId: row.order_id,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
  };
}
