import { auditEntry, type AuditEntry, commandLine, getAuditEntries } from "#contract/audit.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import type { FastifyInstance } from "fastify";
import { type AuditRow, auditEntriesOf, countAuditEntries, peopleOfAudit } from "./audit.queries.ts";

const usualPageSize = 25;

/** Serves Audit/*, read-only. Entries are written with the changes, by platform/record-audit.ts. */
export function auditRoutes(app: FastifyInstance, { db, configuration }: ConfiguredParts<"timeZone">): void {
  serve(app, getAuditEntries, async ({ query }) => {
    const filter = { ...query, ...rangeOfDays(query, configuration.timeZone) };
    const [rows, total, people] = await Promise.all([
      auditEntriesOf(db, filter, query.page ?? 1, query.pageSize ?? usualPageSize),
      countAuditEntries(db, filter),
      peopleOfAudit(db),
    ]);
    return { data: rows.map(presentEntry), total, people };
  });
}

const { kind, changes } = auditEntry.shape;

function presentEntry(row: AuditRow): AuditEntry {
  return {
    entryId: row.entry_id,
    at: row.at.toISOString(),
    userId: row.user_id ?? 0,
    userName: row.user_id === null ? commandLine : (row.name ?? ""),
    call: row.call,
    kind: kind.parse(row.kind),
    subjectId: row.subject_id,
    subjectLabel: row.subject_label,
    changes: changes.parse(row.changes),
  };
}
