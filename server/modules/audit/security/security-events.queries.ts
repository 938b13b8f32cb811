import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** A filter of events: "" means all; from one instant, and before another. */
type SecurityFilter = {
  kind: string;
  userName: string;
  /** The code of `userName` where it was typed. */
  nameCode: string;
  address: string;
  from?: Date;
  before?: Date;
};

/** One page of events, newest first; pages count from 1. */
export async function securityEventsOf(db: Database, filter: SecurityFilter, page: number, pageSize: number) {
  return matching(db, filter)
    .leftJoin("account_names", "account_names.user_id", "security_events.user_id")
    .selectAll("security_events")
    .select("name")
    .orderBy("last_at", "desc")
    .orderBy("event_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize))
    .execute();
}

export type SecurityEventRow = Awaited<ReturnType<typeof securityEventsOf>>[number];

export async function countSecurityEvents(db: Database, filter: SecurityFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(db: Database, { kind, userName, nameCode, address, from, before }: SecurityFilter) {
  let events = db.selectFrom("security_events");
  if (kind !== "") events = events.where("kind", "=", kind);
  if (address !== "") events = events.where("address", "=", address);
  if (from) events = events.where("last_at", ">=", from);
  if (before) events = events.where("last_at", "<", before);
  if (userName === "") return events;
  return events.where((eb) =>
    eb.or([
      eb("name_code", "=", nameCode),
      eb(
        "security_events.user_id",
        "in",
        eb
          .selectFrom("accounts")
          .select("user_id")
          .where(sql<string>`lower(user_name)`, "=", userName.toLowerCase()),
      ),
    ]),
  );
}
