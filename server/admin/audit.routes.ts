import { auditEntry, type AuditEntry, commandLine, getAuditEntries } from "#contract/admin/audit.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import type { FastifyInstance } from "fastify";
import {
  auditEntriesOf,
  type AuditRow,
  countAuditEntries,
  countSecurityEvents,
  peopleOfAudit,
  type SecurityEventRow,
  securityEventsOf,
} from "./audit.queries.ts";
import { getSecurityEvents, type SecurityEvent, securityEvent } from "#contract/people/staff.ts";
import type { SecurityTrail } from "#server/platform/security-trail/security-trail.ts";

const usualPageSize = 25;

/** Serves the activity log and the sign-in log, read-only. */
export function auditRoutes(
  app: FastifyInstance,
  { db, configuration }: ConfiguredParts<"timeZone">,
  trail: Pick<SecurityTrail, "codeOf" | "flush">,
): void {
  serve(app, getAuditEntries, async ({ query }) => {
    const filter = { ...query, ...rangeOfDays(query, configuration.timeZone) };
    const [rows, total, people] = await Promise.all([
      auditEntriesOf(db, filter, query.page ?? 1, query.pageSize ?? usualPageSize),
      countAuditEntries(db, filter),
      peopleOfAudit(db),
    ]);
    return { data: rows.map(presentEntry), total, people };
  });
  serve(app, getSecurityEvents, async ({ query }) => {
    await trail.flush(); // so that staff see what happened just now
    const nameCode = query.userName === "" ? "" : await trail.codeOf(query.userName);
    const filter = { ...query, nameCode, ...rangeOfDays(query, configuration.timeZone) };
    const [rows, total] = await Promise.all([
      securityEventsOf(db, filter, query.page ?? 1, query.pageSize ?? usualPageSize),
      countSecurityEvents(db, filter),
    ]);
    return { data: rows.map(presentEvent), total };
  });
}

function presentEntry(row: AuditRow): AuditEntry {
  return {
    entryId: row.entry_id,
    at: row.at.toISOString(),
    userId: row.user_id ?? 0,
    userName: row.user_id === null ? commandLine : (row.name ?? ""),
    call: row.call,
    kind: auditEntry.shape.kind.parse(row.kind),
    subjectId: row.subject_id,
    subjectLabel: row.subject_label,
    changes: auditEntry.shape.changes.parse(row.changes),
  };
}

function presentEvent(row: SecurityEventRow): SecurityEvent {
  return {
    eventId: row.event_id,
    kind: securityEvent.shape.kind.parse(row.kind),
    at: row.last_at.toISOString(),
    times: row.times,
    address: row.address,
    call: row.call,
    person: row.name ?? "",
    nameCode: row.name_code,
    sessionNumber: row.session_number,
  };
}
