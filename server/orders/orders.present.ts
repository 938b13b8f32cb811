import { presentInList, presentName } from "#server/catalog/public.ts";
import { languageNamed } from "#contract/site/languages.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Copy, Item } from "#contract/catalog/catalog.ts";
import type { Order, OrderItem, OrderSummary, StaffOrder, Undoable } from "#contract/orders/orders.ts";
import type { AssignmentRow, TransferRow, LineRow, OrderRow, SummaryRow } from "./orders.queries.ts";
import type { ReportRow, SentPhotoRow } from "./reports.queries.ts";
import type { loansBeside, SwapRow } from "./swaps.queries.ts";
import { hasShipped, stateOf } from "./orders.rules.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import type { OwnClaim, StaffClaim } from "#contract/desk/claims.ts";
import { moneyOf } from "#contract/wire/money.ts";
import type { Swap, Swappable } from "#contract/desk/returns.ts";
import type { ClaimRow, OwedItem } from "./loans.queries.ts";

export type OrderParts = {
  order: OrderRow;
  lines: readonly LineRow[];
  assignments: readonly AssignmentRow[];
  reports: readonly ReportRow[];
  photos: readonly SentPhotoRow[];
  items: ReadonlyMap<number, Item>;
  borrower: { email_address: string; phone_number: string; has_login: boolean };
};

export type StaffParts = OrderParts & {
  claims: readonly ClaimRow[];
  openClaims: number;
  swaps: readonly SwapRow[];
  handovers: readonly TransferRow[];
  undo: Undoable | null;
  /** The events of returns that can be undone, by assignment. */
  toUndo: ReadonlyMap<number, number>;
};

/**
 * The role of an order's reader; null for its borrower. Volunteers get what they need to pack, ship, and check in open
 * orders: name, school, and address, but no email addresses or phone numbers.
 */
export type Reader = StaffRole | null;

/** Shown instead of a name that a volunteer doesn't need. */
export const withheldName = "Name not shown";

/** Returns whether to hide an order's borrower from the reader. */
export const isWithheld = (statusId: number, reader: Reader): boolean =>
  reader === "volunteer" && !stateOf(statusId).isActive;

const nobody = { borrowerId: 0, borrowerName: withheldName, schoolName: "" };

export function presentSummary(row: SummaryRow, reader: Reader): OrderSummary {
  const borrower = {
    borrowerId: row.borrower_id ?? 0,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    isMailboxConfirmed: row.is_confirmed,
    ...(isWithheld(row.status_id, reader) && nobody),
  };
  return {
    orderId: row.order_id,
    orderDate: row.ordered_at.toISOString(),
    borrowerId: borrower.borrowerId,
    statusId: row.status_id,
    statusName: row.status_name,
    itemCount: row.item_count,
    itemTitles: row.first_titles.map(({ title }) => title),
    itemLanguages: row.first_titles.map(({ language }) => language),
    trackingNumber: row.tracking_number,
    shipDate: row.ship_date,
    returnDate: row.return_date,
    hasShipped: hasShipped(row),
    lostCount: row.lost_count,
    sentBackOn: row.sent_back_on,
    // an arrival before the latest ship date belongs to an earlier package
    arrivedOn: row.arrived_on !== null && row.arrived_on >= (row.ship_date ?? row.arrived_on) ? row.arrived_on : null,
    ...(row.days && { days: row.days }),
    borrower,
  };
}

const noAddress = { street: "", city: "", state: "", zip: "" };

/** Builds the borrower's view of an order, without the staff note. */
export function presentOrder(parts: OrderParts, reader: Reader): Order {
  const { order, borrower } = parts;
  const summary = presentSummary(order, reader);
  const withheld = isWithheld(order.status_id, reader);
  // a colleague who took over the loans doesn't need the previous borrower's address
  const hasAddress = !withheld && (reader !== null || !order.is_transferred);
  return {
    ...summary,
    borrower: {
      ...summary.borrower,
      isEmailed: borrower.has_login,
      schoolDistrict: withheld ? "" : order.ship_to_district,
      emailAddress: reader === "volunteer" ? "" : borrower.email_address,
      phoneNumber: reader === "volunteer" ? "" : borrower.phone_number,
      address: hasAddress
        ? {
            street: order.ship_to_street,
            city: order.ship_to_city,
            state: order.ship_to_state,
            zip: order.ship_to_zip,
          }
        : noAddress,
    },
    orderItems: parts.lines.map((line) => presentLine(line, parts)),
    confirmBy: order.is_open && order.confirm_by ? order.confirm_by.toISOString() : null,
    cancellation: order.canceled_at && { at: order.canceled_at.toISOString(), reason: order.cancel_reason },
    returnedAt: lastReturn(parts),
    ...presentReports(parts, withheld),
    terms:
      order.terms_version === null
        ? null
        : {
            version: order.terms_saved?.version ?? 0,
            savedAt: order.terms_saved && new Date(order.terms_saved.saved_at).toISOString(),
            language: languageNamed(order.terms_language) ?? "en",
          },
  };
}

function presentReports(
  { order, reports, photos }: OrderParts,
  withheld: boolean,
): Pick<Order, "sentBack" | "reports"> {
  const photosOf = (reportId: number) =>
    photos.filter(({ report_id }) => report_id === reportId).map(({ photo_id }) => photo_id);
  const { sent_back_on: on, sent_back_tracking: trackingNumber } = order;
  return {
    sentBack: on === null ? null : { on, trackingNumber },
    reports: (withheld ? [] : reports).map(({ report_id, written_at, words, settled_at }) => ({
      at: written_at.toISOString(),
      words,
      isSettled: settled_at !== null,
      photoIds: photosOf(report_id),
    })),
  };
}

function lastReturn({ order, assignments }: OrderParts): string | null {
  if (order.status_id !== statuses.returned) return null;
  const back = assignments.filter(({ release_reason }) => release_reason === "returned");
  const times = back.flatMap(({ released_at }) => released_at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

export function presentStaffOrder(parts: StaffParts, reader: Reader): StaffOrder {
  const withheld = isWithheld(parts.order.status_id, reader);
  return {
    ...presentOrder(parts, reader),
    orderNote: parts.order.note,
    version: parts.order.version,
    changedByName: parts.order.changed_by_name,
    placedByName: parts.order.placed_by_name,
    importedOn: parts.order.imported_on,
    pastAssignments: parts.assignments.flatMap((assignment) => presentPast(assignment, parts.toUndo)),
    undo: parts.undo,
    claims: parts.claims.map((row) => ({ ...presentClaim(row), ...(withheld && nobody) })),
    openClaims: parts.openClaims,
    swaps: parts.swaps.map((row) => presentSwap(row)),
    handovers: (reader === "volunteer" ? [] : parts.handovers).map((row) => ({
      fromName: row.from_name ?? "",
      toName: row.to_name ?? "",
      at: row.transferred_at.toISOString(),
    })),
  };
}

function presentLine(line: LineRow, { order, items, assignments }: OrderParts): OrderItem {
  const inventory = items.get(line.item_id);
  if (!inventory) throw new Error(`Title ${line.item_id} of an order line is missing.`);
  return {
    orderItemId: line.order_line_id,
    quantity: line.quantity,
    inventory,
    orderInventoryItems: assignments
      .filter((assignment) => assignment.order_line_id === line.order_line_id && assignment.released_at === null)
      .map((assignment) => ({
        orderInventoryItemId: assignment.assignment_id,
        inventoryItem: presentAssigned(assignment),
        dueDate: assignment.due_on === order.return_date ? null : assignment.due_on,
      })),
  };
}

function presentAssigned(row: AssignmentRow): Copy {
  return {
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    isAvailable: false,
    isInactive: row.is_inactive,
    inactiveReason: row.inactive_reason,
    isArchived: false,
    orderId: row.order_id,
    shelfLocation: row.own_shelf_location ?? "",
    isAvailableString: "Checked Out",
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

function presentPast(row: AssignmentRow, toUndo: StaffParts["toUndo"]): StaffOrder["pastAssignments"] {
  if (row.released_at === null || row.release_reason === null) return [];
  return [
    {
      orderItemId: row.order_line_id,
      ...presentName(row),
      assignedAt: row.assigned_at.toISOString(),
      returnedAt: row.released_at.toISOString(),
      reason: row.release_reason,
      orderInventoryItemId: row.assignment_id,
      undoEventId: toUndo.get(row.assignment_id) ?? null,
    },
  ];
}

export function presentOwnClaim(row: OwedItem & { language: string }): OwnClaim {
  return {
    claimId: row.claim_id,
    kind: row.kind,
    orderId: row.order_id,
    ...presentName(row),
    parts: row.parts,
    cost: moneyOf(row.cost_cents),
  };
}

export function presentClaim(row: ClaimRow): StaffClaim {
  return {
    claimId: row.claim_id,
    kind: row.kind,
    orderId: row.order_id,
    orderInventoryItemId: row.assignment_id,
    borrowerId: row.borrower_id ?? 0,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    ...presentInList(row),
    cost: moneyOf(row.cost_cents),
    parts: row.parts,
    note: row.note,
    openedAt: row.opened_at.toISOString(),
    openedByName: row.opened_by_name ?? "",
    outcome: row.outcome,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedByName: row.closed_by_name,
    closingNote: row.closing_note,
    undoEventId: row.undo_event_id,
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
