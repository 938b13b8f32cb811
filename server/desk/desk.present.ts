import { presentInList } from "#server/catalog/public.ts";
import type { ReturnedCopy, WaitingCopy } from "#contract/desk/returns.ts";
import type { ReturnRow, WaitingRow } from "./returns.queries.ts";
import { asideFor, daysLate } from "#server/orders/public.ts";

export function presentWaiting(row: WaitingRow): WaitingCopy {
  return {
    ...presentInList(row),
    shelfLocation: row.shelf_location,
    condition: row.condition,
    note: row.condition_note ?? "",
    missingParts: row.missing_parts ?? "",
    returnedAt: row.released_at?.toISOString() ?? null,
    orderId: row.order_id,
    borrowerName: row.ship_to_name ?? "",
    schoolName: row.ship_to_school ?? "",
    openClaimId: row.open_claim_id,
  };
}

export function presentReturn(row: ReturnRow, returnedOn: string): ReturnedCopy {
  const condition = row.condition ?? "good";
  const needsInspection = asideFor[condition] !== null;
  return {
    returnId: row.assignment_id,
    eventId: row.event_id,
    ...presentInList(row),
    orderId: row.order_id,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    returnDate: row.return_date,
    daysLate: daysLate(row.return_date, returnedOn),
    copiesOut: row.copies_out,
    copiesSent: row.copies_sent,
    condition,
    shelfLocation: row.shelf_location,
    note: row.condition_note,
    parts: row.parts,
    missingParts: row.missing_parts,
    replacementCost: row.replacement_cost,
    destination: needsInspection ? "inspection" : row.held_for ? "hold" : row.needed_by ? "order" : "shelf",
    neededBy: needsInspection || row.held_for ? null : row.needed_by,
    heldFor: row.held_for,
    lostClaim: row.lost_claim,
    openClaimId: row.open_claim_id,
  };
}
