import { labelsMost } from "#contract/label-templates.ts";
import * as calls from "#contract/labels.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { piecesOf } from "./drawing/label-words.rules.ts";
import { presentLabelCopy } from "./labels.present.ts";
import { copiesToLabel } from "./labels.queries.ts";
import { markPrinted } from "./mark-printed.ts";

// Fonts and the PDF library are loaded for the first label: on most days nobody prints any.
const fonts = () => import("./drawing/label-fonts.ts");
const sheets = () => import("./make-sheet.ts");

/** Serves Labels/*: choosing copies, printing their labels, and marking them as labeled. */
export function labelsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, calls.getLabelCopies, async ({ query }) => {
    const titleFonts = (await fonts()).shownBy("regular");
    const { rows, total } = await copiesToLabel(db, query.inventoryId || undefined, labelsMost);
    return { data: rows.map((row) => presentLabelCopy(row, piecesOf(row.title, titleFonts).isWhole)), total };
  });

  serve(app, calls.makeSheet, async ({ body }) => (await sheets()).makeSheet(db, body));

  serve(app, calls.markPrinted, async ({ body }, { session }) =>
    markPrinted(db, body.inventoryItems, { userId: session.userId, at: clock.now() }),
  );
}
