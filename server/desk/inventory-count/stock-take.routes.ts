import * as calls from "#contract/desk/stock-takes.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import {
  closeStockTake,
  markMissing,
  reopenStockTake,
  sayUnsent,
  sendScans,
  startStockTake,
  stockTakeCsv,
  undoMissing,
} from "./stock-take.ts";
import { latestScans, phonesWithScans, scannersOf } from "./scans.queries.ts";
import { presentListed, presentScan, presentScanner, presentStockTake, presentUnsent } from "./stock-take.present.ts";
import {
  copiesInList,
  countStockTakes,
  pageOfCopyIds,
  pageOfStockTakes,
  shelfPlaces,
  stockTakeById,
  tallyOf,
} from "./stock-take.queries.ts";

const usualPageSize = 25;
const latestMost = 20;
const mostPlaces = 1000; // suggested; any other can be typed

/** Serves StockTake/*: counting what is on the shelves. */
export function stockTakeRoutes(
  app: FastifyInstance,
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });

  serve(app, calls.getStockTakes, async ({ query: { page = 1, pageSize = usualPageSize } }) => {
    const [rows, total] = await Promise.all([pageOfStockTakes(db, { page, pageSize }), countStockTakes(db)]);
    return { data: rows.map(presentStockTake), total };
  });
  serve(app, calls.getShelfPlaces, async () => ({ data: await shelfPlaces(db, mostPlaces) }));
  serve(app, calls.getStockTake, async ({ params: { id } }, { session }) => {
    const stockTake = found(await stockTakeById(db, id));
    const [tally, latest, scanners, unsent] = await Promise.all([
      tallyOf(db, id),
      latestScans(db, id, session.userId, latestMost),
      scannersOf(db, id),
      phonesWithScans(db, id),
    ]);
    const data = { latest: latest.map(presentScan), scanners: scanners.map(presentScanner) };
    return { data: { ...presentStockTake(stockTake), tally, ...data, unsent: unsent.map(presentUnsent) } };
  });
  serve(app, calls.getStockTakeCopies, async ({ params: { id }, query }) => {
    const { list, page = 1, pageSize = usualPageSize } = query;
    found(await stockTakeById(db, id));
    const { ids, total } = await pageOfCopyIds(db, { id, list, page, pageSize });
    return { data: (await copiesInList(db, id, ids)).map(presentListed), total };
  });
  serve(app, calls.stockTakeCsv, async ({ params: { id }, query: { list } }, { session }) =>
    stockTakeCsv(db, { stockTakeId: id, list }, { actor: actorOf(session), timeZone }),
  );
  serve(app, calls.startStockTake, async ({ body }, { session }) => ({
    id: await startStockTake(db, body, actorOf(session)),
  }));
  serve(app, calls.sendScans, async ({ params: { id }, body }, { session }) => {
    const counted = await sendScans(db, { stockTakeId: id, ...body }, actorOf(session));
    return { data: { scans: counted.scans.map(presentScan), tally: counted.tally } };
  });
  serve(app, calls.sayUnsent, async ({ params: { id }, body }, { session }) => {
    await sayUnsent(db, id, body, actorOf(session));
    return {};
  });
  serve(app, calls.closeStockTake, async ({ params: { id }, query: { withoutUnsent } }, { session }) => {
    const isWithout = withoutUnsent && session.role === "manager";
    await closeStockTake(db, id, actorOf(session), { isWithout });
    return {};
  });
  serve(app, calls.reopenStockTake, async ({ params: { id } }, { session }) => {
    await reopenStockTake(db, id, actorOf(session));
    return {};
  });
  serve(app, calls.markMissing, async ({ params: { id }, body: { inventoryItemIds: copyIds } }, { session }) => ({
    total: await markMissing(db, { stockTakeId: id, copyIds }, actorOf(session)),
  }));
  serve(app, calls.undoMissing, async ({ params: { id }, body: { inventoryItemIds: copyIds } }, { session }) => ({
    total: await undoMissing(db, { stockTakeId: id, copyIds }, actorOf(session)),
  }));
}
