import * as calls from "#contract/desk/inventory-counts.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import {
  closeInventoryCount,
  markMissing,
  reopenInventoryCount,
  reportUnsent,
  sendScans,
  startInventoryCount,
  inventoryCountCsv,
  undoMissing,
} from "./inventory-count.ts";
import { latestScans, phonesWithScans, scannersOf } from "./scans.queries.ts";
import {
  presentListed,
  presentScan,
  presentScanner,
  presentInventoryCount,
  presentUnsent,
} from "./inventory-count.present.ts";
import {
  copiesInList,
  countInventoryCounts,
  pageOfCopyIds,
  pageOfInventoryCounts,
  shelfLocations,
  inventoryCountById,
  tallyOf,
} from "./inventory-count.queries.ts";

const defaultPageSize = 25;
const maxLatest = 20;
const maxPlaces = 1000; // suggestions; staff can type any other

export function inventoryCountRoutes(
  app: FastifyInstance,
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });

  serve(app, calls.getInventoryCounts, async ({ query: { page = 1, pageSize = defaultPageSize } }) => {
    const [rows, total] = await Promise.all([pageOfInventoryCounts(db, { page, pageSize }), countInventoryCounts(db)]);
    return { data: rows.map(presentInventoryCount), total };
  });
  serve(app, calls.getShelfLocations, async () => ({ data: await shelfLocations(db, maxPlaces) }));
  serve(app, calls.getInventoryCount, async ({ params: { id } }, { session }) => {
    const inventoryCount = found(await inventoryCountById(db, id));
    const [tally, latest, scanners, unsent] = await Promise.all([
      tallyOf(db, id),
      latestScans(db, id, session.userId, maxLatest),
      scannersOf(db, id),
      phonesWithScans(db, id),
    ]);
    const data = { latest: latest.map(presentScan), scanners: scanners.map(presentScanner) };
    return { data: { ...presentInventoryCount(inventoryCount), tally, ...data, unsent: unsent.map(presentUnsent) } };
  });
  serve(app, calls.getInventoryCountCopies, async ({ params: { id }, query }) => {
    const { list, page = 1, pageSize = defaultPageSize } = query;
    found(await inventoryCountById(db, id));
    const { ids, total } = await pageOfCopyIds(db, { id, list, page, pageSize });
    return { data: (await copiesInList(db, id, ids)).map(presentListed), total };
  });
  serve(app, calls.inventoryCountCsv, async ({ params: { id }, query: { list } }, { session }) =>
    inventoryCountCsv(db, { inventoryCountId: id, list }, { actor: actorOf(session), timeZone }),
  );
  serve(app, calls.startInventoryCount, async ({ body }, { session }) => ({
    id: await startInventoryCount(db, body, actorOf(session)),
  }));
  serve(app, calls.sendScans, async ({ params: { id }, body }, { session }) => {
    const { scans, tally } = await sendScans(db, { inventoryCountId: id, ...body }, actorOf(session));
    return { data: { scans: scans.map(presentScan), tally } };
  });
  serve(app, calls.reportUnsent, async ({ params: { id }, body }, { session }) => {
    await reportUnsent(db, id, body, actorOf(session));
    return {};
  });
  serve(app, calls.closeInventoryCount, async ({ params: { id }, query: { withoutUnsent } }, { session }) => {
    const isWithout = withoutUnsent && session.role === "manager";
    await closeInventoryCount(db, id, actorOf(session), { isWithout });
    return {};
  });
  serve(app, calls.reopenInventoryCount, async ({ params: { id } }, { session }) => {
    await reopenInventoryCount(db, id, actorOf(session));
    return {};
  });
  serve(app, calls.markMissing, async ({ params: { id }, body: { inventoryItemIds: copyIds } }, { session }) => ({
    total: await markMissing(db, { inventoryCountId: id, copyIds }, actorOf(session)),
  }));
  serve(app, calls.undoMissing, async ({ params: { id }, body: { inventoryItemIds: copyIds } }, { session }) => ({
    total: await undoMissing(db, { inventoryCountId: id, copyIds }, actorOf(session)),
  }));
}
