import { getSecurityEvents, type SecurityEvent, securityEvent } from "#contract/staff/security-trail.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import type { SecurityTrail } from "#server/platform/security-trail/security-trail.ts";
import type { FastifyInstance } from "fastify";
import { countSecurityEvents, type SecurityEventRow, securityEventsOf } from "./security-events.queries.ts";

const usualPageSize = 25;

/** Serves Security/*, read-only. Events are written by platform/security-trail/. */
export function securityTrailRoutes(
  app: FastifyInstance,
  { db, configuration }: ConfiguredParts<"timeZone">,
  trail: Pick<SecurityTrail, "codeOf" | "flush">,
): void {
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

const { kind } = securityEvent.shape;

function presentEvent(row: SecurityEventRow): SecurityEvent {
  return {
    eventId: row.event_id,
    kind: kind.parse(row.kind),
    at: row.last_at.toISOString(),
    times: row.times,
    address: row.address,
    call: row.call,
    person: row.name ?? "",
    nameCode: row.name_code,
    sessionNumber: row.session_number,
  };
}
