import {
  closeStockTake as closeCall,
  markMissing as markCall,
  type Phone,
  reopenStockTake as reopenCall,
  type sendScans as sendCall,
  startStockTake as startCall,
  stockTakeCsv as csvCall,
  type StockTakeList,
  undoMissing as undoCall,
} from "#contract/desk/stock-takes.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import {
  copiesInList,
  copyIdsOf,
  endStockTake,
  insertStockTake,
  type ListedRow,
  lockMissing,
  lockStockTake,
  markCopies,
  openAgain,
  shelfPlaces,
  stockTakeById,
  tallyOf,
} from "./stock-take.queries.ts";
import { eachOnce, outcomeOf, readScan, standsAt, stockTakeName, withinStockTake } from "./stock-take.rules.ts";
import { found } from "#server/refusals/http-error.ts";
import {
  copiesNamed,
  countCopies,
  insertScans,
  lockScanned,
  notePhone,
  phonesWithScans,
  scansById,
  seeCopies,
} from "./scans.queries.ts";
import { recountStock } from "#server/catalog/public.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Columns, csvOfIds } from "#server/platform/lists/csv-download.ts";

type Scope = { subjectId: number; shelfPlace: string };

/** Starts a stock-take with the list of what should be there now; refused when that is nothing. Gives its id. */
export async function startStockTake(db: Database, { subjectId, shelfPlace }: Scope, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const places = shelfPlace === "" ? [] : (await shelfPlaces(tx)).filter((place) => standsAt(place, shelfPlace));
    const started = await insertStockTake(tx, { subjectId, shelfPlace, places }, actor);
    const stockTake = started && (await stockTakeById(tx, started.stock_take_id));
    if (!stockTake) throw new Refusal({ kind: "nothing-to-count" });
    await recordAudit(tx, actor, {
      call: startCall.call,
      kind: "stock-take",
      subjectId: stockTake.stock_take_id,
      label: stockTakeName(stockTake),
      before: null,
      after: { Expected: stockTake.expected },
    });
    return stockTake.stock_take_id;
  });
}

/**
 * Ends the counting: what nobody scanned is missing. Closing twice is fine. Refused while phones keep scans, unless it is to be closed
 * without them: they can be counted after it was reopened.
 */
export async function closeStockTake(
  db: Database,
  stockTakeId: number,
  actor: Actor,
  { isWithout }: { isWithout: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "others"));
    if (stockTake.closed_at !== null) return;
    const phones = await phonesWithScans(tx, stockTakeId);
    const unsent = phones.reduce((sum, phone) => sum + phone.unsent, 0);
    if (unsent > 0 && !isWithout) throw new Refusal({ kind: "scans-unsent", scans: unsent });
    await endStockTake(tx, stockTakeId, actor);
    const { counted, missing, unexpected, misplaced, out, held } = await tallyOf(tx, stockTakeId);
    await recordAudit(tx, actor, {
      call: closeCall.call,
      kind: "stock-take",
      subjectId: stockTakeId,
      label: stockTakeName(stockTake),
      before: { Closed: false },
      after: {
        Closed: true,
        Counted: counted,
        Missing: missing,
        Unexpected: unexpected,
        Misplaced: misplaced,
        "Scanned but out": out,
        "Scanned but on hold": held,
        "Scans left in phones": unsent === 0 ? null : unsent,
      },
    });
  });
}

/** Takes the closing back, for scans that came too late. Refused once copies were marked as missing. */
export async function reopenStockTake(db: Database, stockTakeId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "others"));
    if (stockTake.closed_at === null) return;
    if (!(await openAgain(tx, stockTakeId))) throw new Refusal({ kind: "stock-take-marked" });
    await recordAudit(tx, actor, {
      call: reopenCall.call,
      kind: "stock-take",
      subjectId: stockTakeId,
      label: stockTakeName(stockTake),
      before: { Closed: true },
      after: { Closed: false },
    });
  });
}

type Some = { stockTakeId: number; copyIds: readonly number[] };

/** Sets copies that a closed stock-take misses inactive (lost): they are in no count. Gives how many; others are left alone. */
export async function markMissing(db: Database, some: Some, actor: Actor): Promise<number> {
  return change(db, some, actor, true);
}

export async function undoMissing(db: Database, some: Some, actor: Actor): Promise<number> {
  return change(db, some, actor, false);
}

async function change(db: Database, { stockTakeId, copyIds: wanted }: Some, actor: Actor, isMarking: boolean) {
  return inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "others"));
    if (stockTake.closed_at === null) throw new Refusal({ kind: "stock-take-open" });
    const copies = await lockMissing(tx, { id: stockTakeId, copyIds: wanted }, !isMarking);
    if (copies.length === 0) return 0;
    const copyIds = copies.map(({ copy_id }) => copy_id);
    await markCopies(tx, { id: stockTakeId, copyIds }, isMarking ? actor.at : null);
    await recountStock(
      tx,
      copies.map(({ item_id }) => item_id),
    );
    const names = copies.map(({ sku_number, copy_number }) => `#${sku_number} copy ${copy_number}`).join(", ");
    const [lost, active] = [{ "Set inactive (lost)": names }, { "Set active again": names }];
    await recordAudit(tx, actor, {
      call: isMarking ? markCall.call : undoCall.call,
      kind: "stock-take",
      subjectId: stockTakeId,
      label: stockTakeName(stockTake),
      before: null,
      after: isMarking ? lost : active,
    });
    return copies.length;
  });
}

type Sent = { stockTakeId: number } & Received<typeof sendCall>["body"];

/**
 * Counts the copies of these scans, all or none of them. What is counted follows from the scans that there are, so that sending
 * them again, or in another order, changes nothing.
 */
export async function sendScans(db: Database, { stockTakeId, scans: sent, phone }: Sent, { userId, at: now }: Actor) {
  const counted = await inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "its end"));
    if (stockTake.closed_at !== null) throw new Refusal({ kind: "stock-take-closed" });
    const scans = eachOnce(sent);
    const copyIds = await copiesNamed(
      tx,
      scans.map(({ text }) => readScan(text)),
    );
    const states = await lockScanned(
      tx,
      stockTakeId,
      copyIds.flatMap((id) => id ?? []),
    );
    const scanIds = scans.map(({ scanId }) => scanId);
    await insertScans(tx, {
      stockTakeId,
      userId,
      scans: scans.map(({ scanId, text, place: said, at, isUndone }, index) => {
        const state = states.get(copyIds[index] ?? 0);
        const place = said || stockTake.shelf_place;
        return {
          scanId,
          copyId: state?.copy_id ?? null,
          scanned: text,
          place,
          outcome: state ? outcomeOf(state, place) : "unknown",
          at: withinStockTake(at, stockTake.started_at, now),
          isUndone,
        };
      }),
    });
    await seeCopies(tx, stockTakeId, scanIds);
    await countCopies(tx, stockTakeId, scanIds);
    if (phone) await notePhone(tx, stockTakeId, phone, { userId, at: now });
    return scansById(tx, stockTakeId, scanIds);
  });
  return { scans: counted, tally: await tallyOf(db, stockTakeId) };
}

/** Notes how many scans a phone keeps, also of a closed stock-take, which may be reopened for them. */
export async function sayUnsent(db: Database, stockTakeId: number, phone: Phone, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    found(await lockStockTake(tx, stockTakeId, "its end")); // who closes it waits, or has closed it
    await notePhone(tx, stockTakeId, phone, actor);
  });
}

const day = (at: Date | null, timeZone: string) => (at === null ? "" : dayOf(at, timeZone));

const columns: Columns<ListedRow> = [
  ["Copy id", (row) => row.copy_id],
  ["SKU", (row) => row.sku_number],
  ["Copy", (row) => row.copy_number],
  ["Title", (row) => row.title],
  ["Shelf place", (row) => row.shelf_place],
  ["Inactive", (row) => (row.is_inactive ? (row.inactive_reason ?? "yes") : "")],
  ["Archived", (row) => (row.is_archived ? "yes" : "")],
  ["Order", (row) => row.order_id ?? ""],
  ["On hold for", ({ held_for: held }) => (held ? `${held.borrowerName}, ${held.schoolName}` : "")],
  ["Last seen", (row, timeZone) => day(row.last_seen_at, timeZone)],
  ["Scanned", (row, timeZone) => day(row.seen_at, timeZone)],
  ["Scanned by", (row) => row.seen_by_name ?? ""],
  ["Scanned at", (row) => row.seen_place],
  ["Marked missing", (row, timeZone) => day(row.marked_at, timeZone)],
];

type Asked = { stockTakeId: number; list: StockTakeList };

/** A list of a stock-take as a CSV: the copies that are in it at this moment, in the order of the shelves. */
export async function stockTakeCsv(
  db: Database,
  { stockTakeId, list }: Asked,
  { actor, timeZone }: { actor: Actor; timeZone: string },
): Promise<FileAnswer> {
  const stockTake = found(await stockTakeById(db, stockTakeId));
  return csvOfIds(db, actor, timeZone, {
    name: `stock-take-${stockTakeId}-${list}`,
    entry: { call: csvCall.call, kind: "stock-take", label: `${stockTakeName(stockTake)}: ${list}` },
    columns,
    idsOf: (tx) => copyIdsOf(tx, stockTakeId, list),
    rowsOf: (ids) => copiesInList(db, stockTakeId, ids),
  });
}
