import type { DB } from "#db/schema.ts";
import type { SiteDocument } from "#contract/site/media.ts";
import type { Clock } from "#server/platform/clock.ts";
import { advisoryLocks } from "#server/platform/backup/locks.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { presentDocument } from "./media.present.ts";
import { keptUnused } from "./media.rules.ts";

/** What is stored: pictures and documents; the hash of the content names their files. */
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
 * The row of this content, new or refreshed, locked until the transaction ends: the cleanup skips it, and concurrent
 * uploads of the same content wait. The name is the last sender's, who will look for it.
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
  const [kept] = rows;
  if (!kept) throw new Error("An upsert always returns its row.");
  return kept;
}

/** The name of a document with this content, if there is one. */
export async function nameOfDocument(db: Database, contentHash: string): Promise<string | undefined> {
  const select = db.selectFrom("documents").select("file_name").where("content_hash", "=", contentHash);
  return (await select.executeTakeFirst())?.file_name;
}

/**
 * Protects a picture or document from the cleanup until the transaction ends, if it is there. One uploaded a day ago
 * and unused counts as gone: the cleanup may have started on it.
 */
async function take<Table extends keyof Stored>(
  tx: Transaction,
  clock: Clock,
  table: Table,
  id: { column: string; is: number },
) {
  const oldest = new Date(clock.now().getTime() - keptUnused);
  const { rows } = await sql<Stored[Table]>`
    select * from ${sql.table(table)}
    where ${sql.ref(id.column)} = ${id.is} and (uploaded_at > ${oldest} or ${isUsed[table]}) for key share`.execute(tx);
  return rows[0];
}

/** Whether an item, a news item, or the site content may show this picture. Call it before the write that does. */
export async function attachmentIsThere(tx: Transaction, clock: Clock, attachmentId: number): Promise<boolean> {
  return (await take(tx, clock, "attachments", { column: "attachment_id", is: attachmentId })) !== undefined;
}

/** A document that the site content may link to, if it is there. Call it before the write that does. */
export async function documentThere(tx: Transaction, clock: Clock, id: number): Promise<SiteDocument | undefined> {
  const row = await take(tx, clock, "documents", { column: "document_id", is: id });
  return row && presentDocument(row);
}

/**
 * Removes the oldest picture or document that is unused and from before `before`, its row locked; "taken" when it was
 * just used. Use is checked twice, because the first check cannot see one just before the lock.
 */
export async function takeOutUnused<Table extends keyof Stored>(
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
  select content_hash || '-' || one || '.webp' as name from attachments cross join unnest(widths) as one
  union all select content_hash || '.pdf' from documents`;

/** Whether a backup reads stored files: they stay until it ends. */
export async function filesAreRead(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(advisoryLocks.storedFiles)}) as free`.execute(tx);
  return rows[0]?.free === false;
}
