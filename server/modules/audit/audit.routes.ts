import { getAuditEntries } from "#contract/audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { serve } from "#server/http/serve.ts";
import { endOfDay, startOfDay } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { presentEntry } from "./audit.present.ts";
import { type AuditFilter, auditEntriesOf, countAuditEntries, peopleOfAudit } from "./audit.queries.ts";

const usualPageSize = 25;

type Parts = { db: Database; configuration: { timeZone: string } };

/** Serves Audit/*, read-only. Entries are written with the changes, by platform/audit. */
export function auditRoutes(app: FastifyInstance, { db, configuration }: Parts): void {
  serve(app, getAuditEntries, async ({ query }) => {
    const filter = filterOf(query, configuration.timeZone);
    const [rows, total, people] = await Promise.all([
      auditEntriesOf(db, filter, query.page ?? 1, query.pageSize ?? usualPageSize),
      countAuditEntries(db, filter),
      peopleOfAudit(db),
    ]);
    return { data: rows.map(presentEntry), total, people };
  });
}

type Query = Parameters<Parameters<typeof serve<typeof getAuditEntries>>[2]>[0]["query"];

function filterOf({ userId, kind, subjectId, searchString, startDate, endDate }: Query, timeZone: string): AuditFilter {
  if (startDate !== null && endDate !== null && endDate < startDate) throw new Refusal({ kind: "end-before-start" });
  return {
    ...(userId !== 0 && { userId }),
    ...(kind !== "" && { kind }),
    ...(subjectId !== 0 && { subjectId }),
    ...(searchString !== "" && { text: searchString }),
    ...(startDate !== null && { from: startOfDay(startDate, timeZone) }),
    ...(endDate !== null && { before: endOfDay(endDate, timeZone) }),
  };
}
