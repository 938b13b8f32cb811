import * as calls from "#contract/admin/reports.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { rangeOfDays, today } from "#server/platform/clock.ts";
import type { FastifyInstance } from "fastify";
import { demandCsv, loansCsv, unlentCsv } from "./reports.ts";
import { countDemand, countLoans, type Period, titlesNotLent } from "./reports.queries.ts";

export function reportsRoutes(
  app: FastifyInstance,
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
): void {
  const now = () => today(clock, timeZone);
  const by = (actor: Actor) => ({ actor, timeZone, today: now() });
  const partOf = (page = 1) => ({ limit: calls.reportPageSize, offset: (page - 1) * calls.reportPageSize });
  /** Rejects a reversed period. */
  const periodOf = <Query extends Period>(query: Query): Query => {
    rangeOfDays(query, timeZone);
    return query;
  };
  const daysOf = (period: Period) => ({ ...periodOf(period), today: now(), timeZone });
  serve(app, calls.getLoans, async ({ query: { page, by: group, ...period } }) =>
    countLoans(db, group, daysOf(period), partOf(page)),
  );
  serve(app, calls.loansCsv, async ({ query }, { actor }) => loansCsv(db, periodOf(query), by(actor)));
  serve(app, calls.getDemand, async ({ query: { page, ...period } }) => countDemand(db, daysOf(period), partOf(page)));
  serve(app, calls.demandCsv, async ({ query }, { actor }) => demandCsv(db, periodOf(query), by(actor)));
  serve(app, calls.getUnlent, async ({ query: { page, ...period } }) =>
    titlesNotLent(db, daysOf(period), partOf(page)),
  );
  serve(app, calls.unlentCsv, async ({ query }, { actor }) => unlentCsv(db, periodOf(query), by(actor)));
}
