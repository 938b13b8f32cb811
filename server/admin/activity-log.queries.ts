import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A filter of entries: 0 and "" mean all; `from` is inclusive, `before` exclusive. */
type ActivityFilter = {
  userId: number;
  kind: string;
  subjectId: number;
  searchString: string;
  from?: Date;
  before?: Date;
};

/** Returns one page of entries, newest first; pages count from 1. */
export async function activityLogOf(db: Database, filter: ActivityFilter, page: number, pageSize: number) {
  // Cuts the page from an index alone. Literal numbers keep it so in any plan.
  const cut = entriesWith(db, filter)
    .select("entry_id")
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize));
  return db
    .selectFrom("activity_log")
    .leftJoin("account_names", "account_names.user_id", "activity_log.user_id")
    .selectAll("activity_log")
    .select("name")
    .where("entry_id", "in", cut)
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .execute();
}

export type ActivityRow = Awaited<ReturnType<typeof activityLogOf>>[number];

export async function countActivityLog(db: Database, filter: ActivityFilter): Promise<number> {
  const { count } = await entriesWith(db, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function entriesWith(db: Database, { userId, kind, subjectId, searchString, from, before }: ActivityFilter) {
  let entries = db.selectFrom("activity_log");
  if (userId !== 0) entries = entries.where("user_id", "=", userId);
  if (kind !== "") entries = entries.where("kind", "=", kind);
  if (subjectId !== 0) entries = entries.where("subject_id", "=", subjectId);
  if (searchString !== "") {
    const pattern = `%${searchString.replace(/[\\%_]/g, "\\$&")}%`;
    // the expression of the index activity_words
    entries = entries.where(sql<string>`subject_label || ' ' || call`, "ilike", pattern);
  }
  if (from) entries = entries.where("at", ">=", from);
  if (before) entries = entries.where("at", "<", before);
  return entries;
}

/** Returns the actors in the log, by name. Skips from user to user in the index, so many entries cost nothing. */
export async function peopleOfActivityLog(db: Database) {
  const { rows } = await sql<{ userId: number; userName: string }>`
    with recursive people as (
      select min(user_id) as user_id from activity_log
      union all
      select (select min(user_id) from activity_log where user_id > people.user_id) from people where user_id is not null
    )
    select user_id as "userId", name as "userName"
    from people join account_names using (user_id) order by lower(name), user_id`.execute(db);
  return rows;
}

/** A filter of events: "" means all; `from` is inclusive, `before` exclusive. */
type SignInFilter = {
  kind: string;
  userName: string;
  /** The code that stands for `userName` where someone typed it. */
  nameCode: string;
  address: string;
  from?: Date;
  before?: Date;
};

/** Returns one page of events, newest first; pages count from 1. */
export async function signInEventsOf(db: Database, filter: SignInFilter, page: number, pageSize: number) {
  return eventsWith(db, filter)
    .leftJoin("account_names", "account_names.user_id", "sign_in_events.user_id")
    .selectAll("sign_in_events")
    .select("name")
    .orderBy("last_at", "desc")
    .orderBy("event_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize))
    .execute();
}

export type SignInEventRow = Awaited<ReturnType<typeof signInEventsOf>>[number];

export async function countSignInEvents(db: Database, filter: SignInFilter): Promise<number> {
  const { count } = await eventsWith(db, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function eventsWith(db: Database, { kind, userName, nameCode, address, from, before }: SignInFilter) {
  let events = db.selectFrom("sign_in_events");
  if (kind !== "") events = events.where("kind", "=", kind);
  if (address !== "") events = events.where("address", "=", address);
  if (from) events = events.where("last_at", ">=", from);
  if (before) events = events.where("last_at", "<", before);
  if (userName === "") return events;
  return events.where((eb) =>
    eb.or([
      eb("name_code", "=", nameCode),
      eb(
        "sign_in_events.user_id",
        "in",
        eb
          .selectFrom("accounts")
          .select("user_id")
          .where(sql<string>`lower(user_name)`, "=", userName.toLowerCase()),
      ),
    ]),
  );
}
