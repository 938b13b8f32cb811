import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A stored picture. */
export type Picture = { attachment_id: number; content_hash: string; file_name: string; widths: number[] };

type NewPicture = {
  content_hash: string;
  file_name: string;
  width: number;
  height: number;
  widths: number[];
  uploaded_at: Date;
};

const columns = ["attachment_id", "content_hash", "file_name", "widths"] as const;

/**
 * The row of this content, new or refreshed, locked until the transaction ends: the cleanup skips it, and concurrent
 * uploads of the same content wait. The name is the last sender's, who will look for it.
 */
export async function keepPicture(tx: Transaction, picture: NewPicture): Promise<Picture> {
  return tx
    .insertInto("attachments")
    .values(picture)
    .onConflict((same) =>
      same.column("content_hash").doUpdateSet((row) => ({
        uploaded_at: row.ref("excluded.uploaded_at"),
        file_name: row.ref("excluded.file_name"),
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

const isUsed = sql<boolean>`
  (exists (select from items where items.attachment_id = attachments.attachment_id)
  or exists (select from news where news.attachment_id = attachments.attachment_id)
  or exists (select from site_content_pictures
    where site_content_pictures.attachment_id = attachments.attachment_id))`;

/**
 * Whether an item, a news item, or the site content may use this picture; protects it from cleanup until the
 * transaction ends. One uploaded before `oldest` and unused counts as gone: the cleanup may have started on it.
 */
export async function mayTakePicture(tx: Transaction, attachmentId: number, oldest: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("attachments")
    .select("attachment_id")
    .where("attachment_id", "=", attachmentId)
    .where((is) => is.or([is("uploaded_at", ">", oldest), is(isUsed, "=", true)]))
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes the oldest unused picture from before `before`, its row locked; undefined without one. Use is checked twice,
 * because the first check cannot see one just before the lock.
 */
export async function takeOutUnused(tx: Transaction, before: Date): Promise<Picture | "taken" | undefined> {
  const picture = await unused(tx, before).forUpdate().skipLocked().executeTakeFirst();
  if (!picture) return undefined;
  const { numDeletedRows } = await tx
    .deleteFrom("attachments")
    .where("attachment_id", "=", picture.attachment_id)
    .where(sql<boolean>`not ${isUsed}`)
    .executeTakeFirst();
  return numDeletedRows > 0n ? picture : "taken";
}

function unused(db: Database, before: Date) {
  return db
    .selectFrom("attachments")
    .select(columns)
    .where("uploaded_at", "<", before)
    .where(sql<boolean>`not ${isUsed}`)
    .orderBy("uploaded_at")
    .limit(1);
}
