import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A filter of entries: 0 and "" mean all; from one instant, and before another. */
type AuditFilter = {
  userId: number;
  kind: string;
  subjectId: number;
  searchString: string;
  from?: Date;
  before?: Date;
};

/** One page of entries, newest first; pages count from 1. */
export async function auditEntriesOf(db: Database, filter: AuditFilter, page: number, pageSize: number) {
  // The page is cut from an index alone; only its own entries are then read. Literal numbers keep it so in any plan.
  const cut = matching(db, filter)
    .select("entry_id")
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize));
  return db
    .selectFrom("audit_entries")
    .leftJoin("account_names", "account_names.user_id", "audit_entries.user_id")
    .selectAll("audit_entries")
    .select("name")
    .where("entry_id", "in", cut)
    .orderBy("at", "desc")
    .orderBy("entry_id", "desc")
    .execute();
}

export type AuditRow = Awaited<ReturnType<typeof auditEntriesOf>>[number];

export async function countAuditEntries(db: Database, filter: AuditFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(db: Database, { userId, kind, subjectId, searchString, from, before }: AuditFilter) {
  let entries = db.selectFrom("audit_entries");
  if (userId !== 0) entries = entries.where("user_id", "=", userId);
  if (kind !== "") entries = entries.where("kind", "=", kind);
  if (subjectId !== 0) entries = entries.where("subject_id", "=", subjectId);
  if (searchString !== "") {
    const pattern = `%${searchString.replace(/[\\%_]/g, "\\$&")}%`;
    // the expression of the index audit_words
    entries = entries.where(sql<string>`subject_label || ' ' || call`, "ilike", pattern);
  }
  if (from) entries = entries.where("at", ">=", from);
  if (before) entries = entries.where("at", "<", before);
  return entries;
}

/** The actors in the audit, by name. Skips from one user to the next in the index, however many entries each has. */
export async function peopleOfAudit(db: Database) {
  const { rows } = await sql<{ userId: number; userName: string }>`
    with recursive people as (
      select min(user_id) as user_id from audit_entries
      union all
      select (select min(user_id) from audit_entries where user_id > people.user_id) from people where user_id is not null
    )
    select user_id as "userId", name as "userName"
    from people join account_names using (user_id) order by lower(name), user_id`.execute(db);
  return rows;
}
