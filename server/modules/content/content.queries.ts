import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

// A count, not the highest id: of two saves at once, the one with the lower id may commit last.
const revisionCount = hotStatement("select count(*)::integer as revisions from site_content_revisions");

/** The number of saves: a new number means new content. */
export async function countRevisions(db: Database): Promise<number> {
  const { rows } = await db.executeQuery<{ revisions: number }>(revisionCount([]));
  return rows[0]?.revisions ?? 0;
}

const columns = ["section", "version", "content", "saved_at", "restored_version", "account_names.name"] as const;

const selectRevisions = (db: Database) =>
  db
    .selectFrom("site_content_revisions")
    .innerJoin("account_names", "account_names.user_id", "site_content_revisions.saved_by")
    .select(columns);

/** A stored version of a section. */
export type RevisionRow = Awaited<ReturnType<typeof newestRevisions>>[number];

/** The newest version of every section that was ever saved. */
export async function newestRevisions(db: Database) {
  return selectRevisions(db).distinctOn("section").orderBy("section").orderBy("version", "desc").execute();
}

/** The newest versions of a section, newest first. */
export async function revisionsOf(db: Database, section: string, most: number): Promise<RevisionRow[]> {
  return selectRevisions(db).where("section", "=", section).orderBy("version", "desc").limit(sql.lit(most)).execute();
}

/** One version of a section, if it exists. */
export async function revisionOf(db: Database, section: string, version: number): Promise<RevisionRow | undefined> {
  return selectRevisions(db).where("section", "=", section).where("version", "=", version).executeTakeFirst();
}

type NewRevision = {
  section: string;
  version: number;
  content: object;
  saved_at: Date;
  saved_by: number;
  restored_version: number | null;
};

/** Stores the next version of a section; false when another save came first. */
export async function insertRevision(tx: Transaction, revision: NewRevision): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("site_content_revisions")
    .values({ ...revision, content: JSON.stringify(revision.content) })
    .onConflict((same) => same.columns(["section", "version"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The address of a picture, if it exists. */
export async function pictureOf(tx: Transaction, attachmentId: number) {
  return tx
    .selectFrom("attachments")
    .select(["content_hash", "file_name", "widths"])
    .where("attachment_id", "=", attachmentId)
    .executeTakeFirst();
}

/** Records that the content uses pictures, now or in a restorable version. */
export async function keepPictures(tx: Transaction, attachmentIds: readonly number[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  await tx
    .insertInto("site_content_pictures")
    .values(attachmentIds.map((attachment_id) => ({ attachment_id })))
    .onConflict((same) => same.column("attachment_id").doNothing())
    .execute();
}

/** Records that the content links documents, now or in a restorable version. */
export async function keepDocuments(tx: Transaction, documentIds: readonly number[]): Promise<void> {
  if (documentIds.length === 0) return;
  await tx
    .insertInto("site_content_documents")
    .values(documentIds.map((document_id) => ({ document_id })))
    .onConflict((same) => same.column("document_id").doNothing())
    .execute();
}
