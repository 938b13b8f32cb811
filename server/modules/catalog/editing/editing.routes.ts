import * as calls from "#contract/catalog.ts";
import { messages } from "#contract/messages.ts";
import { found } from "#server/refusals/found.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { presentCopy, presentItemWithCopies } from "../catalog.present.ts";
import { codesOf } from "../codes.queries.ts";
import { saveItem, type SavedItem } from "./save-item.ts";

/** Serves the Admin's changes to titles and copies. */
export function editingRoutes(app: FastifyInstance, parts: { db: Database; clock: Clock }): void {
  const shown = async ({ row, copies }: SavedItem) => ({
    id: row.item_id,
    data: presentItemWithCopies(row, copies, await codesOf(parts.db)),
  });

  serve(app, calls.saveInventory, async ({ body }, { session }) => {
    const { call } = calls.saveInventory;
    const saved = await saveItem(parts, { call, itemId: body.inventoryId, body, copies: 0 }, session.userId);
    return { ...(await shown(saved)), message: messages.done.itemSaved };
  });

  serve(app, calls.updateInventory, async ({ params, body }, { session }) => {
    const { call } = calls.updateInventory;
    const saved = await saveItem(parts, { call, itemId: params.id, body, copies: 0 }, session.userId);
    return { ...(await shown(saved)), message: messages.done.itemUpdated };
  });

  serve(app, calls.addReferenceNumber, async ({ body }, { session }) => {
    const { call } = calls.addReferenceNumber;
    const save = { call, itemId: body.inventoryId, body, copies: body.copies };
    const { row, added } = await saveItem(parts, save, session.userId);
    return { id: row.item_id, data: presentCopy(found(added[0])), message: messages.done.skuAdded };
  });
}
