import type { SiteContentRevisions } from "#db/schema.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type Insertable, sql } from "kysely";

/** Returns the number of saves, which changes with the content. Not the highest id, which may commit before a lower one. */
export async function countRevisions(db: Database): Promise<number> {
  const count = db.selectFrom("site_content_revisions").select(({ fn }) => fn.countAll<number>().as("revisions"));
  return (await count.executeTakeFirstOrThrow()).revisions;
}

const selectRevisions = (db: Database) =>
  db
    .selectFrom("site_content_revisions")
    .innerJoin("account_names", "account_names.user_id", "site_content_revisions.saved_by")
    .select(["section", "version", "content", "saved_at as savedAt", "restored_version as restoredVersion"])
    .select([sql<EnglishChanged>`english_changed`.as("englishChanged"), sql<string>`name`.as("savedBy")]);

/** The instant at which an English text changed after its translation, by the path of the Spanish field. */
export type EnglishChanged = Record<string, string>;

export type RevisionRow = Awaited<ReturnType<typeof newestRevisions>>[number];

export async function newestRevisions(db: Database) {
  return selectRevisions(db).distinctOn("section").orderBy("section").orderBy("version", "desc").execute();
}

export async function revisionsOf(db: Database, section: string, max: number): Promise<RevisionRow[]> {
  return selectRevisions(db).where("section", "=", section).orderBy("version", "desc").limit(sql.lit(max)).execute();
}

export async function revisionOf(db: Database, section: string, version: number): Promise<RevisionRow | undefined> {
  return selectRevisions(db).where("section", "=", section).where("version", "=", version).executeTakeFirst();
}

type NewRevision = Omit<Insertable<SiteContentRevisions>, "content" | "english_changed"> & {
  content: object;
  english_changed: object;
};

/** Stores the next version of a section; false if a concurrent save was first. */
export async function insertRevision(tx: Transaction, revision: NewRevision): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("site_content_revisions")
    .values({
      ...revision,
      content: JSON.stringify(revision.content),
      english_changed: JSON.stringify(revision.english_changed),
    })
    .onConflict((conflict) => conflict.columns(["section", "version"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function pictureOf(tx: Transaction, attachmentId: number) {
  return tx
    .selectFrom("attachments")
    .select(["content_hash", "file_name", "widths"])
    .where("attachment_id", "=", attachmentId)
    .executeTakeFirst();
}

export async function keepFiles(tx: Transaction, pictures: readonly number[], documents: readonly number[]) {
  await sql`
    insert into site_content_pictures (attachment_id) select unnest(${pictures}::integer[])
    on conflict do nothing`.execute(tx);
  await sql`
    insert into site_content_documents (document_id) select unnest(${documents}::integer[])
    on conflict do nothing`.execute(tx);
}
