import { type ActivityEntry, commandLine, theLibrary } from "#contract/admin/activity-log.ts";
import type { SecurityKind } from "#contract/people/staff.ts";
import { isoDates } from "#server/iso-dates.ts";
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

type Page = { number: number; size: number };

const range = ({ number, size }: Page) => ({ limit: sql.lit(size), offset: sql.lit((number - 1) * size) });

/** Returns one page of entries, newest first, and how many there are; pages count from 1. */
export async function activityLogOf(db: Database, filter: ActivityFilter, page: Page) {
  const { limit, offset } = range(page);
  // Reads the page's ids from an index alone. Literal numbers make every plan do so.
  const pageIds = entriesWith(db, filter)
    .select("entry_id")
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom("activity_log")
    .leftJoin("account_names", "account_names.user_id", "activity_log.user_id")
    .select(["entry_id as entryId", "at", "call", "subject_id as subjectId", "subject_label as subjectLabel"])
    .select([
      sql<number>`coalesce(activity_log.user_id, 0)`.as("userId"),
      sql<string>`case when activity_log.user_id is not null then coalesce(name, '')
        when starts_with(call, 'npm ') then ${commandLine} else ${theLibrary} end`.as("userName"),
      sql<ActivityEntry["kind"]>`kind`.as("kind"),
      sql<ActivityEntry["changes"]>`changes`.as("changes"),
    ])
    .where("entry_id", "in", pageIds)
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .execute();
  const { total } = await entriesWith(db, filter)
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  return { data: rows.map(isoDates), total };
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
  /** Hashes of `userName` as someone typed it, one for each key. */
  nameCodes: string[];
  address: string;
  from?: Date;
  before?: Date;
};

/** Returns one page of events, newest first, and how many there are; pages count from 1. */
export async function signInEventsOf(db: Database, filter: SignInFilter, page: Page) {
  const { limit, offset } = range(page);
  const rows = await eventsWith(db, filter)
    .leftJoin("account_names", "account_names.user_id", "sign_in_events.user_id")
    .select(["event_id as eventId", "last_at as at", "times", "address", "call", "name_code as nameCode"])
    .select(["session_number as sessionNumber", sql<string>`coalesce(name, '')`.as("person")])
    .select(sql<SecurityKind>`kind`.as("kind"))
    .orderBy("last_at", "desc")
    .orderBy("event_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await eventsWith(db, filter)
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  return { data: rows.map(isoDates), total };
}

function eventsWith(db: Database, { kind, userName, nameCodes, address, from, before }: SignInFilter) {
  let events = db.selectFrom("sign_in_events");
  if (kind !== "") events = events.where("kind", "=", kind);
  if (address !== "") events = events.where("address", "=", address);
  if (from) events = events.where("last_at", ">=", from);
  if (before) events = events.where("last_at", "<", before);
  if (userName === "") return events;
  return events.where((eb) =>
    eb.or([
      eb("name_code", "in", nameCodes),
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
