import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Which mails a list shows; left out: all. */
export type MailFilter = { state?: string; kind?: string };

const columns = [
  "mail_id",
  "kind",
  "to_name",
  "to_address",
  "subject",
  "language",
  "state",
  "written_at",
  "ended_at",
  "next_try_at",
  "tries",
  "trouble",
] as const;

const canBeResent = sql<boolean>`state = 'dead' and letter is not null`.as("can_be_resent");

/** One page of mails, newest first; pages count from 1. */
export async function mailsOf(db: Database, filter: MailFilter, page: number, pageSize: number) {
  return matching(db, filter)
    .select(columns)
    .select(canBeResent)
    .orderBy("written_at", "desc")
    .orderBy("mail_id", "desc")
    .limit(sql.lit(pageSize))
    .offset(sql.lit((page - 1) * pageSize))
    .execute();
}

/** A mail as it is listed. */
export type MailRow = Awaited<ReturnType<typeof mailsOf>>[number];

/** How many mails there are on all pages. */
export async function countMails(db: Database, filter: MailFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(db: Database, { state, kind }: MailFilter) {
  let mails = db.selectFrom("mails");
  if (state !== undefined) mails = mails.where("state", "=", state);
  if (kind !== undefined) mails = mails.where("kind", "=", kind);
  return mails;
}

/** One mail, if there is one. */
export async function mailById(db: Database, mailId: number): Promise<MailRow | undefined> {
  return db.selectFrom("mails").select(columns).select(canBeResent).where("mail_id", "=", mailId).executeTakeFirst();
}

/** Gives a dead mail that is still known a new round of tries; false when it is not one. */
export async function reviveMail(tx: Transaction, mailId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("mails")
    .set({ state: "waiting", ended_at: null, tries: 0, next_try_at: now, begun_at: null })
    .where("mail_id", "=", mailId)
    .where("state", "=", "dead")
    .where("letter", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The kinds that staff switched off. */
export async function kindsOff(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("mail_kinds_off").select("kind").execute();
  return rows.map(({ kind }) => kind);
}

/** Switches a kind on or off; off, gives up what waits of it, unless it is being handed over. */
export async function switchKind(tx: Transaction, kind: string, isOn: boolean, now: Date): Promise<void> {
  if (isOn) {
    await tx.deleteFrom("mail_kinds_off").where("kind", "=", kind).execute();
    return;
  }
  await tx
    .insertInto("mail_kinds_off")
    .values({ kind, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable("mails")
    .set({ state: "dead", ended_at: now, trouble: "Staff turned off this type of email." })
    .where("state", "=", "waiting")
    .where("kind", "=", kind)
    .where("claim", "is", null)
    .execute();
}
