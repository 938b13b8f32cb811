import { statuses } from "#contract/catalog/codes.ts";
import {
  type CaseKind,
  casesCsv as casesCsvCall,
  changeCase as changeCaseCall,
  openCase as openCaseCall,
  settleCase as settleCaseCall,
  type Settlement,
  settlements,
  undoCase as undoCaseCall,
} from "#contract/desk/cases.ts";
import { centsOf, moneyOf } from "#contract/wire/money.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { refuseFor, Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/catalog/public.ts";
import {
  type CaseFilter,
  type LockedCase,
  caseById,
  casesAfter,
  closeCase,
  countCases,
  insertCase,
  loanById,
  reopenCase,
  setWords,
} from "./cases.queries.ts";
import {
  type CaseRow,
  changeOrder,
  lockCopyOf,
  lockOrder,
  recordChange,
  releaseCopies,
} from "#server/orders/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { copiesOut, orderOfAssignment } from "../returns.queries.ts";
import { firstCost, objectionToOpening, objectionToReopening } from "./cases.rules.ts";
import type { CallName } from "#contract/all.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { reopenLoan } from "../returns.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Columns, csvDownload, inColumns } from "#server/platform/lists/csv-download.ts";

type Wish = { orderInventoryItemId: number; kind: CaseKind; cost?: string | undefined; note: string };

/**
 * Opens a case of a loan; gives its id. A lost copy leaves its order, which becomes Returned with its last one, and the
 * collection. Without a cost it is that of the missing parts, or of the title.
 */
export async function openCase(db: Database, wish: Wish, actor: Actor): Promise<number> {
  const { orderInventoryItemId: assignmentId, kind, note } = wish;
  return inTransaction(db, async (tx) => {
    const orderId = found(await orderOfAssignment(tx, assignmentId));
    const order = found(await lockOrder(tx, orderId));
    const loan = found(await loanById(tx, assignmentId));
    const state = { orderId, statusId: order.status_id, loan: loan.loan, openKind: loan.open_kind };
    refuseFor(objectionToOpening(kind, state));
    const parts = kind === "parts missing" ? loan.missing_parts : "";
    const cents = wish.cost === undefined ? firstCost(parts, loan.replacement_cost) : centsOf(wish.cost);
    let caseId = 0;
    await recordChange(tx, actor, { call: openCaseCall.call, orderIds: [orderId] }, async () => {
      if (kind === "lost") await lose(tx, { ...loan, orderId, assignmentId }, actor);
      const now = kind === "lost" ? "lost" : loan.loan;
      caseId = await insertCase(tx, { assignmentId, loan: now, kind, cents, note, parts }, actor);
    });
    return caseId;
  });
}

type Loan = { orderId: number; assignmentId: number; copy_id: number; item_id: number };

async function lose(tx: Transaction, { orderId, assignmentId, copy_id: copyId, item_id: itemId }: Loan, actor: Actor) {
  const copy = found(await copyById(tx, copyId));
  await releaseCopies(tx, { orderId, assignmentId }, { ...actor, reason: "lost" });
  await setCopyAside(tx, copyId, copy.is_inactive ? copy.inactive_reason : null, "lost");
  const isLast = (await copiesOut(tx, orderId)) === 0;
  await changeOrder(tx, orderId, actor.userId, isLast ? { status_id: statuses.returned } : {});
  await recountStock(tx, [itemId]);
}

type LockedOrder = { order_id: number; status_id: number };

/** Changes a case while its order is locked, and writes the audit of the order. */
async function inCase(
  db: Database,
  { call, caseId, actor }: { call: CallName; caseId: number; actor: Actor },
  change: (tx: Transaction, row: LockedCase, order: LockedOrder) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { order_id: orderId } = found(await caseById(tx, caseId));
    const order = found(await lockOrder(tx, orderId));
    const row = found(await caseById(tx, caseId)); // after the lock, to see what others did
    await recordChange(tx, actor, { call, orderIds: [orderId] }, () => change(tx, row, order));
  });
}

type Words = { caseId: number; cost?: string | undefined; note: string };

export async function changeCase(db: Database, { caseId, cost, note }: Words, actor: Actor): Promise<void> {
  await inCase(db, { call: changeCaseCall.call, caseId, actor }, async (tx, row) => {
    if (row.outcome !== null) throw new Refusal({ kind: "case-over" });
    await setWords(tx, caseId, { cents: cost === undefined ? row.cost_cents : centsOf(cost), note });
  });
}

type Settled = { caseId: number; outcome: Settlement; note: string };

/** Closes an open case: it was paid, the copy was replaced, or the cost is waived. */
export async function settleCase(db: Database, { caseId, ...how }: Settled, actor: Actor): Promise<void> {
  await inCase(db, { call: settleCaseCall.call, caseId, actor }, async (tx, row) => {
    if (row.outcome !== null) throw new Refusal({ kind: "case-over" });
    await closeCase(tx, caseId, how, actor);
  });
}

/**
 * Takes back the last step of a case: settled, it is open again; open, it was a mistake. A lost copy is then out again,
 * unless it was lent since. What was settled is for those who may settle (403).
 */
export async function undoCase(db: Database, caseId: number, actor: Actor & { maySettle: boolean }): Promise<void> {
  await inCase(db, { call: undoCaseCall.call, caseId, actor }, async (tx, row, order) => {
    const { kind, outcome, loan, assignment_id: assignmentId, copy_id: copyId, item_id: itemId } = row;
    if (outcome !== null) {
      const isSettled = settlements.some((settlement) => settlement === outcome);
      refuseFor(isSettled ? objectionToReopening(kind, loan, row.open_kind) : { kind: "case-over" as const });
      if (!actor.maySettle) throw new HttpError(403, ownMessages.roleTooSmall);
      return reopenCase(tx, caseId);
    }
    if (kind !== "lost") return closeCase(tx, caseId, { outcome: "undone", note: "" }, actor);
    await lockCopyOf(tx, row);
    return reopenLoan(tx, { assignmentId, order, copyId, itemId, aside: "lost" }, actor.userId);
  });
}

const columns: Columns<CaseRow> = [
  ["Case", (row) => row.case_id],
  ["Kind", (row) => row.kind],
  ["Opened", (row, timeZone) => dayOf(row.opened_at, timeZone)],
  ["Opened by", (row) => row.opened_by_name ?? ""],
  ["Order", (row) => row.order_id],
  ["Borrower", (row) => row.ship_to_name],
  ["School", (row) => row.ship_to_school],
  ["Title", (row) => row.title],
  ["SKU", (row) => row.sku_number],
  ["Copy", (row) => row.copy_number],
  ["Parts", (row) => row.parts],
  ["Cost", (row) => moneyOf(row.cost_cents)],
  ["Note", (row) => row.note],
  ["Outcome", (row) => row.outcome ?? "open"],
  ["Closed", (row, timeZone) => (row.closed_at ? dayOf(row.closed_at, timeZone) : "")],
  ["Closed by", (row) => row.closed_by_name ?? ""],
  ["Closing note", (row) => row.closing_note],
];

export async function casesCsv(db: Database, filter: CaseFilter, actor: Actor, timeZone: string): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "cases",
    entry: { call: casesCsvCall.call, kind: "order", label: "Cases" },
    counted: "Rows",
    count: (tx) => countCases(tx, filter),
    page: (after, lastId) => casesAfter(db, filter, after, lastId),
    idOf: ({ case_id }) => case_id,
    ...inColumns(columns, timeZone),
  });
}
