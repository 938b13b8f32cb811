import * as calls from "#contract/desk/inventory-counts.ts";
import { found } from "#server/refusals/http-error.ts";
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
  { db, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
): void {
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
  serve(app, calls.inventoryCountCsv, async ({ params: { id }, query: { list } }, { actor }) =>
    inventoryCountCsv(db, { inventoryCountId: id, list }, { actor, timeZone }),
  );
  serve(app, calls.startInventoryCount, async ({ body }, { actor }) => ({
    id: await startInventoryCount(db, body, actor),
  }));
  serve(app, calls.sendScans, async ({ params: { id }, body }, { actor }) => {
    const { scans, tally } = await sendScans(db, { inventoryCountId: id, ...body }, actor);
    return { data: { scans: scans.map(presentScan), tally } };
  });
  serve(app, calls.reportUnsent, async ({ params: { id }, body }, { actor }) => {
    await reportUnsent(db, id, body, actor);
    return {};
  });
  serve(app, calls.closeInventoryCount, async ({ params: { id }, query: { withoutUnsent } }, { session, actor }) => {
    const isWithout = withoutUnsent && session.role === "manager";
    await closeInventoryCount(db, id, actor, { isWithout });
    return {};
  });
  serve(app, calls.reopenInventoryCount, async ({ params: { id } }, { actor }) => {
    await reopenInventoryCount(db, id, actor);
    return {};
  });
  serve(app, calls.markMissing, async ({ params: { id }, body: { inventoryItemIds: copyIds } }, { actor }) => ({
    total: await markMissing(db, { inventoryCountId: id, copyIds }, actor),
  }));
  serve(app, calls.undoMissing, async ({ params: { id }, body: { inventoryItemIds: copyIds } }, { actor }) => ({
    total: await undoMissing(db, { inventoryCountId: id, copyIds }, actor),
  }));
}
