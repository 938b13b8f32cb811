import type { DB } from "#db/schema.ts";
import type { SiteDocument } from "#contract/site/media.ts";
import type { Clock } from "#server/platform/clock.ts";
import { advisoryLocks } from "#server/platform/backup/locks.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { presentDocument } from "./media.present.ts";
import { unusedLifetimeMs } from "./media.rules.ts";

/** The tables of stored files, which are named after the hash of their content. */
export type Stored = { attachments: Selectable<DB["attachments"]>; documents: Selectable<DB["documents"]> };

const isUsed = {
  attachments: sql<boolean>`(exists (select from items where items.attachment_id = attachments.attachment_id)
    or exists (select from news where news.attachment_id = attachments.attachment_id)
    or exists (select from site_content_pictures
      where site_content_pictures.attachment_id = attachments.attachment_id))`,
  documents: sql<boolean>`exists (select from site_content_documents
    where site_content_documents.document_id = documents.document_id)`,
};

/**
 * Inserts or refreshes the row of this content, with the latest file name. Locks it until the transaction ends, so that the
 * cleanup skips it and uploads of the same content wait.
 */
export async function keep<Table extends keyof Stored>(
  tx: Transaction,
  table: Table,
  row: Insertable<DB[Table]>,
): Promise<Stored[Table]> {
  const { rows } = await sql<Stored[Table]>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})
    on conflict (content_hash) do update set uploaded_at = excluded.uploaded_at, file_name = excluded.file_name
    returning *`.execute(tx);
  const [storedRow] = rows;
  if (!storedRow) throw new Error("An upsert always returns its row.");
  return storedRow;
}

export async function nameOfDocument(db: Database, contentHash: string): Promise<string | undefined> {
  const select = db.selectFrom("documents").select("file_name").where("content_hash", "=", contentHash);
  return (await select.executeTakeFirst())?.file_name;
}

/**
 * Protects a picture or document from the cleanup until the transaction ends. Returns undefined for one that has been unused
 * for a day, because the cleanup may have started on it.
 */
async function take<Table extends keyof Stored>(
  tx: Transaction,
  clock: Clock,
  table: Table,
  id: { column: string; is: number },
) {
  const oldest = new Date(clock.now().getTime() - unusedLifetimeMs);
  const { rows } = await sql<Stored[Table]>`
    select * from ${sql.table(table)}
    where ${sql.ref(id.column)} = ${id.is} and (uploaded_at > ${oldest} or ${isUsed[table]}) for key share`.execute(tx);
  return rows[0];
}

/** Returns whether this picture can be used, and protects it. Call before the write that uses it. */
export async function isStoredAttachment(tx: Transaction, clock: Clock, attachmentId: number): Promise<boolean> {
  return (await take(tx, clock, "attachments", { column: "attachment_id", is: attachmentId })) !== undefined;
}

/** Returns a document that can be used, and protects it. Call before the write that uses it. */
export async function storedDocument(tx: Transaction, clock: Clock, id: number): Promise<SiteDocument | undefined> {
  const row = await take(tx, clock, "documents", { column: "document_id", is: id });
  return row && presentDocument(row);
}

/**
 * Deletes and returns the oldest unused picture or document from before `before`; "taken" if it was just used. Checks use
 * twice, because the first check misses one just before the lock.
 */
export async function deleteOldestUnused<Table extends keyof Stored>(
  tx: Transaction,
  table: Table,
  before: Date,
): Promise<Stored[Table] | "taken" | undefined> {
  const { rows } = await sql<Stored[Table]>`
    select * from ${sql.table(table)} where uploaded_at < ${before} and not ${isUsed[table]}
    order by uploaded_at limit 1 for update skip locked`.execute(tx);
  const [unused] = rows;
  if (!unused) return undefined;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where content_hash = ${unused.content_hash} and not ${isUsed[table]}`.execute(tx);
  return numAffectedRows ? unused : "taken";
}

export const namesOfStoredFiles = `
  select content_hash || '-' || each_width || '.webp' as name from attachments cross join unnest(widths) as each_width
  union all select content_hash || '.pdf' from documents`;

/** Returns whether a backup reads stored files, which must stay until it ends. */
export async function filesAreRead(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(advisoryLocks.storedFiles)}) as "isLocked"`.execute(tx);
  return rows[0]?.isLocked === false;
}
