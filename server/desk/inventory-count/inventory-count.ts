import {
  closeInventoryCount as closeCall,
  markMissing as markCall,
  type Phone,
  reopenInventoryCount as reopenCall,
  type sendScans as sendCall,
  startInventoryCount as startCall,
  inventoryCountCsv as csvCall,
  type InventoryCountList,
  undoMissing as undoCall,
} from "#contract/desk/inventory-counts.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import {
  copiesInList,
  copyIdsOf,
  endInventoryCount,
  insertInventoryCount,
  type ListedRow,
  lockMissing,
  lockInventoryCount,
  markCopies,
  openAgain,
  shelfLocations,
  inventoryCountById,
  tallyOf,
} from "./inventory-count.queries.ts";
import {
  eachOnce,
  outcomeOf,
  copyNamedIn,
  isShelvedAt,
  inventoryCountName,
  withinInventoryCount,
} from "./inventory-count.rules.ts";
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

type Scope = { subjectId: number; shelfLocation: string };

/** Starts an inventory count and returns its id. Rejects scopes without copies on the shelf. */
export async function startInventoryCount(
  db: Database,
  { subjectId, shelfLocation }: Scope,
  actor: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const places =
      shelfLocation === "" ? [] : (await shelfLocations(tx)).filter((place) => isShelvedAt(place, shelfLocation));
    const row = await insertInventoryCount(tx, { subjectId, shelfLocation, places }, actor);
    const inventoryCount = row && (await inventoryCountById(tx, row.inventory_count_id));
    if (!inventoryCount) throw new Refusal({ kind: "nothing-to-count" });
    await recordActivity(tx, actor, {
      call: startCall.call,
      kind: "inventory-count",
      subjectId: inventoryCount.inventory_count_id,
      label: inventoryCountName(inventoryCount),
      before: null,
      after: { Expected: inventoryCount.expected },
    });
    return inventoryCount.inventory_count_id;
  });
}

/** Closes an inventory count. Idempotent. Rejects while phones have unsent scans, unless it closes without them. */
export async function closeInventoryCount(
  db: Database,
  inventoryCountId: number,
  actor: Actor,
  { isWithout }: { isWithout: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const inventoryCount = found(await lockInventoryCount(tx, inventoryCountId, "exclusive"));
    if (inventoryCount.closed_at !== null) return;
    const phones = await phonesWithScans(tx, inventoryCountId);
    const unsent = phones.reduce((sum, phone) => sum + phone.unsent, 0);
    if (unsent > 0 && !isWithout) throw new Refusal({ kind: "scans-unsent", scans: unsent });
    await endInventoryCount(tx, inventoryCountId, actor);
    const { counted, missing, unexpected, misplaced, out, held } = await tallyOf(tx, inventoryCountId);
    await recordActivity(tx, actor, {
      call: closeCall.call,
      kind: "inventory-count",
      subjectId: inventoryCountId,
      label: inventoryCountName(inventoryCount),
      before: { Closed: false },
      after: {
        Closed: true,
        Counted: counted,
        Missing: missing,
        Unexpected: unexpected,
        Misplaced: misplaced,
        "Scanned but on loan": out,
        "Scanned but on hold": held,
        "Scans left on phones": unsent === 0 ? null : unsent,
      },
    });
  });
}

/** Reopens an inventory count for late scans. Rejects once copies were marked missing. */
export async function reopenInventoryCount(db: Database, inventoryCountId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const inventoryCount = found(await lockInventoryCount(tx, inventoryCountId, "exclusive"));
    if (inventoryCount.closed_at === null) return;
    if (!(await openAgain(tx, inventoryCountId))) throw new Refusal({ kind: "inventory-count-marked" });
    await recordActivity(tx, actor, {
      call: reopenCall.call,
      kind: "inventory-count",
      subjectId: inventoryCountId,
      label: inventoryCountName(inventoryCount),
      before: { Closed: true },
      after: { Closed: false },
    });
  });
}

type Copies = { inventoryCountId: number; copyIds: readonly number[] };

/** Sets missing copies of a closed inventory count inactive (lost), and returns how many. Skips all others. */
export async function markMissing(db: Database, copies: Copies, actor: Actor): Promise<number> {
  return change(db, copies, actor, true);
}

export async function undoMissing(db: Database, copies: Copies, actor: Actor): Promise<number> {
  return change(db, copies, actor, false);
}

async function change(db: Database, { inventoryCountId, copyIds: ids }: Copies, actor: Actor, isMarking: boolean) {
  return inTransaction(db, async (tx) => {
    const inventoryCount = found(await lockInventoryCount(tx, inventoryCountId, "exclusive"));
    if (inventoryCount.closed_at === null) throw new Refusal({ kind: "inventory-count-open" });
    const copies = await lockMissing(tx, { id: inventoryCountId, copyIds: ids }, !isMarking);
    if (copies.length === 0) return 0;
    const copyIds = copies.map(({ copy_id }) => copy_id);
    await markCopies(tx, { id: inventoryCountId, copyIds }, isMarking ? actor.at : null);
    await recountStock(
      tx,
      copies.map(({ item_id }) => item_id),
    );
    const names = copies.map(({ sku_number, copy_number }) => `#${sku_number} copy ${copy_number}`).join(", ");
    const [lost, active] = [{ "Set inactive (lost)": names }, { "Set active again": names }];
    await recordActivity(tx, actor, {
      call: isMarking ? markCall.call : undoCall.call,
      kind: "inventory-count",
      subjectId: inventoryCountId,
      label: inventoryCountName(inventoryCount),
      before: null,
      after: isMarking ? lost : active,
    });
    return copies.length;
  });
}

type ScansInput = { inventoryCountId: number } & Received<typeof sendCall>["body"];

/** Counts the copies of these scans, all or none. Idempotent in any order, as counts follow from all stored scans. */
export async function sendScans(
  db: Database,
  { inventoryCountId, scans: input, phone }: ScansInput,
  { userId, at: now }: Actor,
) {
  const results = await inTransaction(db, async (tx) => {
    const inventoryCount = found(await lockInventoryCount(tx, inventoryCountId, "shared"));
    if (inventoryCount.closed_at !== null) throw new Refusal({ kind: "inventory-count-closed" });
    const scans = eachOnce(input);
    const copyIds = await copiesNamed(
      tx,
      scans.map(({ text }) => copyNamedIn(text)),
    );
    const states = await lockScanned(
      tx,
      inventoryCountId,
      copyIds.flatMap((id) => id ?? []),
    );
    const scanIds = scans.map(({ scanId }) => scanId);
    await insertScans(tx, {
      inventoryCountId,
      userId,
      scans: scans.map(({ scanId, text, place: ownPlace, at, isUndone }, index) => {
        const state = states.get(copyIds[index] ?? 0);
        const place = ownPlace || inventoryCount.shelf_location;
        return {
          scanId,
          copyId: state?.copy_id ?? null,
          scanned: text,
          place,
          outcome: state ? outcomeOf(state, place) : "unknown",
          at: withinInventoryCount(at, inventoryCount.started_at, now),
          isUndone,
        };
      }),
    });
    await seeCopies(tx, inventoryCountId, scanIds);
    await countCopies(tx, inventoryCountId, scanIds);
    if (phone) await notePhone(tx, inventoryCountId, phone, { userId, at: now });
    return scansById(tx, inventoryCountId, scanIds);
  });
  return { scans: results, tally: await tallyOf(db, inventoryCountId) };
}

/** Records a phone's number of unsent scans, even of a closed inventory count, which may be reopened for them. */
export async function reportUnsent(db: Database, inventoryCountId: number, phone: Phone, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    found(await lockInventoryCount(tx, inventoryCountId, "shared")); // not while it is being closed
    await notePhone(tx, inventoryCountId, phone, actor);
  });
}

const day = (at: Date | null, timeZone: string) => (at === null ? "" : dayOf(at, timeZone));

const columns: Columns<ListedRow> = [
  ["Copy id", (row) => row.copy_id],
  ["SKU", (row) => row.sku_number],
  ["Copy", (row) => row.copy_number],
  ["Title", (row) => row.title],
  ["Shelf location", (row) => row.shelf_location],
  ["Inactive", (row) => (row.is_inactive ? (row.inactive_reason ?? "yes") : "")],
  ["Archived", (row) => (row.is_archived ? "yes" : "")],
  ["Order", (row) => row.order_id ?? ""],
  ["On hold for", ({ held_for: hold }) => (hold ? `${hold.borrowerName}, ${hold.schoolName}` : "")],
  ["Last seen", (row, timeZone) => day(row.last_seen_at, timeZone)],
  ["Scanned", (row, timeZone) => day(row.seen_at, timeZone)],
  ["Scanned by", (row) => row.seen_by_name ?? ""],
  ["Scanned at", (row) => row.seen_place],
  ["Marked missing", (row, timeZone) => day(row.marked_at, timeZone)],
];

type CsvRequest = { inventoryCountId: number; list: InventoryCountList };

export async function inventoryCountCsv(
  db: Database,
  { inventoryCountId, list }: CsvRequest,
  { actor, timeZone }: { actor: Actor; timeZone: string },
): Promise<FileAnswer> {
  const inventoryCount = found(await inventoryCountById(db, inventoryCountId));
  return csvOfIds(db, actor, timeZone, {
    name: `inventory-count-${inventoryCountId}-${list}`,
    entry: { call: csvCall.call, kind: "inventory-count", label: `${inventoryCountName(inventoryCount)}: ${list}` },
    columns,
    idsOf: (tx) => copyIdsOf(tx, inventoryCountId, list),
    rowsOf: (ids) => copiesInList(db, inventoryCountId, ids),
  });
}
