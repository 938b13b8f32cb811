import * as calls from "#contract/catalog/archive.ts";
import { getCopyCounts, getTitleUse } from "#contract/catalog/archive.ts";
import { found } from "#server/refusals/http-error.ts";
import { dayOf } from "#server/platform/clock.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { searchArchived, searchLowStock } from "../search/search.ts";
import { lowStockCsv } from "./low-stock-csv.ts";
import { setCopyArchived } from "./archive-copy.ts";
import { copyCountsOf, holdersOf, holdsOf } from "./archive.queries.ts";
import { setTitleArchived } from "./archive-title.ts";

const mostHolders = 20;

/** Serves what archives titles and copies, the lists of archived titles and low stock, and what is out and promised of one. */
export function archiveRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"lowStock" | "timeZone">,
): void {
  const today = () => dayOf(clock.now(), configuration.timeZone);

  for (const isArchived of [true, false]) {
    const [ofTitle, ofCopy] = isArchived
      ? ([calls.archiveTitle, calls.archiveCopy] as const)
      : ([calls.unarchiveTitle, calls.unarchiveCopy] as const);
    serve(app, ofTitle, async ({ params: { id } }, { session }) => {
      await setTitleArchived(db, id, isArchived, { userId: session.userId, at: clock.now(), today: today() });
      return { id };
    });
    serve(app, ofCopy, async ({ params: { inventoryItemId: id } }, { session }) => {
      await setCopyArchived(db, id, isArchived, { userId: session.userId, at: clock.now() });
      return { id };
    });
  }
  serve(app, getCopyCounts, async ({ query }) => ({ data: await copyCountsOf(db, query.ids, today()) }));
  serve(app, getTitleUse, async ({ params }) => {
    const counts = found((await copyCountsOf(db, [params.id], today()))[0]);
    const { holders, total } = await holdersOf(db, params.id, { most: mostHolders, today: today() });
    const holds = await holdsOf(db, params.id, mostHolders);
    return { data: { ...counts, orders: holders, ...holds }, total };
  });
  serve(app, calls.getArchivedTitles, async ({ query }) => searchArchived(db, query));
  serve(app, calls.getLowStock, async ({ query }) => searchLowStock(db, query, configuration.lowStock));
  serve(app, calls.lowStockCsv, async (_asked, { session: { userId } }) => {
    const { timeZone, lowStock: lowAt } = configuration;
    return lowStockCsv(db, { actor: { userId, at: clock.now() }, timeZone, lowAt });
  });
}
