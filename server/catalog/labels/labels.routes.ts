import * as calls from "#contract/catalog/labels.ts";
import { type LabelCopy, labelsMost } from "#contract/catalog/labels.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { piecesOf } from "#server/platform/pdf/pieces.rules.ts";
import { copiesToLabel, type LabelRow } from "./labels.queries.ts";
import { markPrinted } from "./mark-printed.ts";

// Fonts and the PDF library are loaded for the first label: on most days nobody prints any.
const fonts = () => import("#server/platform/pdf/pdf-fonts.ts");
const sheets = () => import("./make-sheet.ts");

/** Serves Labels/*: choosing copies, printing their labels, and marking them as labeled. */
export function labelsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, calls.getLabelCopies, async ({ query }) => {
    const titleFonts = (await fonts()).shownBy("regular");
    const { inventoryId, searchString: words, labeledToo: isLabeledToo } = query;
    const search = { itemId: inventoryId || undefined, words, isLabeledToo };
    const { rows, total } = await copiesToLabel(db, search, labelsMost);
    return { data: rows.map((row) => presentLabelCopy(row, piecesOf(row.title, titleFonts).isWhole)), total };
  });

  serve(app, calls.makeSheet, async ({ body }) => (await sheets()).makeSheet(db, body));

  serve(app, calls.markPrinted, async ({ body }, { session }) =>
    markPrinted(db, body.inventoryItems, { userId: session.userId, at: clock.now() }),
  );
}

function presentLabelCopy(row: LabelRow, isTitleShown: boolean): LabelCopy {
  return {
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    isInactive: row.is_inactive,
    labelPrintedAt: row.label_printed_at?.toISOString() ?? null,
    title: row.title,
    language: row.language,
    isTitleShown,
  };
}
