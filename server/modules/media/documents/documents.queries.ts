import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A stored document; `size` in bytes. */
export type DocumentRow = { document_id: number; content_hash: string; file_name: string; size: number };

const columns = ["document_id", "content_hash", "file_name", "size"] as const;

/**
 * The row of this content, new or refreshed, locked until the transaction ends: the cleanup skips it, and concurrent
 * uploads of the same content wait. The name is the last sender's.
 */
export async function keepDocument(
  tx: Transaction,
  document: Omit<DocumentRow, "document_id"> & { uploaded_at: Date },
): Promise<DocumentRow> {
  return tx
    .insertInto("documents")
    .values(document)
    .onConflict((same) =>
      same.column("content_hash").doUpdateSet((row) => ({
        uploaded_at: row.ref("excluded.uploaded_at"),
        file_name: row.ref("excluded.file_name"),
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** The document with this content, if it exists. */
export async function documentOfHash(db: Database, contentHash: string): Promise<DocumentRow | undefined> {
  return db.selectFrom("documents").select(columns).where("content_hash", "=", contentHash).executeTakeFirst();
}

const isUsed = sql<boolean>`exists (select from site_content_documents
  where site_content_documents.document_id = documents.document_id)`;

/**
 * A document the site content may link, protected from cleanup until the transaction ends. One uploaded before `oldest`
 * and not linked counts as gone: the cleanup may have started on it.
 */
export async function takeDocument(
  tx: Transaction,
  documentId: number,
  oldest: Date,
): Promise<DocumentRow | undefined> {
  return tx
    .selectFrom("documents")
    .select(columns)
    .where("document_id", "=", documentId)
    .where((is) => is.or([is("uploaded_at", ">", oldest), is(isUsed, "=", true)]))
    .forKeyShare()
    .executeTakeFirst();
}

/** Removes the oldest unlinked document from before `before`, its row locked; "taken" when it was just linked. */
export async function takeOutUnusedDocument(tx: Transaction, before: Date): Promise<DocumentRow | "taken" | undefined> {
  const document = await tx
    .selectFrom("documents")
    .select(columns)
    .where("uploaded_at", "<", before)
    .where(sql<boolean>`not ${isUsed}`)
    .orderBy("uploaded_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!document) return undefined;
  const { numDeletedRows } = await tx
    .deleteFrom("documents")
    .where("document_id", "=", document.document_id)
    .where(sql<boolean>`not ${isUsed}`)
    .executeTakeFirst();
  return numDeletedRows > 0n ? document : "taken";
}
