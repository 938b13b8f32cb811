import { getFreeDays, getTitlesOnDays } from "#contract/titles/title-days.ts";
import { serve } from "#server/http/serve.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { type DayParts, daysAsked } from "./days-asked.ts";
import { freeDays } from "./free-days.ts";

// beside a page that is there already
const counted = { perMinute: 240 } as const;

/** Serves what titles have for teaching days. */
export function daysRoutes(app: FastifyInstance, parts: Parts & DayParts): void {
  const { db } = parts;

  serve(
    app,
    getTitlesOnDays,
    async ({ query: { ids = [], ...asked } }, { session }) => {
      const days = await daysAsked(asked, { ...parts, borrowerId: session?.borrowerId });
      const titles = days && ids.length > 0 ? await daysOfTitles.titlesOnDays(db, ids, days) : [];
      return { data: titles.map(({ id, left, before, next }) => ({ inventoryId: id, free: left, before, next })) };
    },
    counted,
  );

  serve(
    app,
    getFreeDays,
    async ({ params, query }, { session }) => ({
      data: await freeDays({ ...parts, borrowerId: session?.borrowerId }, params.id, query.from),
    }),
    counted,
  );
}
