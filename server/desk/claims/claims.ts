import { statuses } from "#contract/catalog/codes.ts";
import {
  type ClaimKind,
  claimsCsv as claimsCsvCall,
  changeClaim as changeClaimCall,
  openClaim as openClaimCall,
  settleClaim as settleClaimCall,
  type Settlement,
} from "#contract/desk/claims.ts";
import { centsOf, moneyOf } from "#contract/wire/money.ts";
import { found } from "#server/refusals/http-error.ts";
import { refuseFor, Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/catalog/public.ts";
import {
  type ClaimFilter,
  type LockedClaim,
  claimsAfter,
  countClaims,
  insertClaim,
  loanById,
  setCostAndNote,
} from "./claims.queries.ts";
import {
  type ClaimRow,
  changeOrder,
  claimById,
  closeClaim,
  lockOrder,
  recordChange,
  releaseCopies,
} from "#server/orders/public.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { copiesOut, orderOfAssignment } from "../returns.queries.ts";
import { firstCost, objectionToOpening } from "./claims.rules.ts";
import type { CallName } from "#contract/all.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Columns, csvDownload, inColumns } from "#server/platform/lists/csv-download.ts";

type Input = { orderInventoryItemId: number; kind: ClaimKind; cost?: string | undefined; note: string };

/** Opens a claim for a loan and returns its id. A lost copy comes off its order; the last one makes it Returned. */
export async function openClaim(db: Database, input: Input, actor: Actor): Promise<number> {
  const { orderInventoryItemId: assignmentId, kind, note } = input;
  return inTransaction(db, async (tx) => {
    const orderId = found(await orderOfAssignment(tx, assignmentId));
    const order = found(await lockOrder(tx, orderId));
    const loan = found(await loanById(tx, assignmentId));
    const state = { orderId, statusId: order.status_id, loan: loan.loan, openKind: loan.open_kind };
    refuseFor(objectionToOpening(kind, state));
    const parts = kind === "parts missing" ? loan.missing_parts : "";
    const cents = input.cost === undefined ? firstCost(parts, loan.replacement_cost) : centsOf(input.cost);
    let claimId = 0;
    await recordChange(tx, actor, { call: openClaimCall.call, orderIds: [orderId] }, async () => {
      if (kind === "lost") await lose(tx, { ...loan, orderId, assignmentId }, actor);
      const loanState = kind === "lost" ? "lost" : loan.loan;
      claimId = await insertClaim(tx, { assignmentId, loan: loanState, kind, cents, note, parts }, actor);
    });
    return claimId;
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

/** Locks a claim's order and changes the claim, recorded in the activity log. */
async function inClaim(
  db: Database,
  { call, claimId, actor }: { call: CallName; claimId: number; actor: Actor },
  change: (tx: Transaction, row: LockedClaim) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { order_id: orderId } = found(await claimById(tx, claimId));
    await lockOrder(tx, orderId);
    const row = found(await claimById(tx, claimId)); // read again under the lock
    await recordChange(tx, actor, { call, orderIds: [orderId] }, () => change(tx, row));
  });
}

type CostAndNote = { claimId: number; cost?: string | undefined; note: string };

export async function changeClaim(db: Database, { claimId, cost, note }: CostAndNote, actor: Actor): Promise<void> {
  await inClaim(db, { call: changeClaimCall.call, claimId, actor }, async (tx, row) => {
    if (row.outcome !== null) throw new Refusal({ kind: "claim-over" });
    await setCostAndNote(tx, claimId, { cents: cost === undefined ? row.cost_cents : centsOf(cost), note });
  });
}

type SettlementInput = { claimId: number; outcome: Settlement; note: string };

export async function settleClaim(
  db: Database,
  { claimId, ...settlement }: SettlementInput,
  actor: Actor,
): Promise<void> {
  await inClaim(db, { call: settleClaimCall.call, claimId, actor }, async (tx, row) => {
    if (row.outcome !== null) throw new Refusal({ kind: "claim-over" });
    await closeClaim(tx, claimId, settlement, actor);
  });
}

const columns: Columns<ClaimRow> = [
  ["Claim", (row) => row.claim_id],
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

export async function claimsCsv(
  db: Database,
  filter: ClaimFilter,
  actor: Actor,
  timeZone: string,
): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "claims",
    entry: { call: claimsCsvCall.call, kind: "order", label: "Claims" },
    counted: "Rows",
    count: (tx) => countClaims(tx, filter),
    page: (after, lastId) => claimsAfter(db, filter, after, lastId),
    idOf: ({ claim_id }) => claim_id,
    ...inColumns(columns, timeZone),
  });
}
