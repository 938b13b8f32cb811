import type { sendScans as sendCall } from "#contract/stock-take/stock-takes.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { copiesNamed, countCopies, insertScans, lockScanned, scansById, seeCopies } from "./scans.queries.ts";
import { notePhone } from "./phones.queries.ts";
import { lockStockTake, tallyOf } from "./stock-take.queries.ts";
import { eachOnce, outcomeOf, readScan, withinStockTake } from "./stock-take.rules.ts";

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
