import { createHash } from "node:crypto";
import { type SiteDocument, uploadDocument as uploadCall } from "#contract/media.ts";
import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { presentDocument } from "./media.present.ts";
import { keep } from "./media.queries.ts";
import { documentFile, documentLabel, documentObjection } from "./media.rules.ts";

/** Stores a PDF unchanged, once per content. The row is locked before the file is written, like a picture's. */
export async function uploadDocument(
  { db, files }: { db: Database; files: FileStore },
  actor: Actor,
  { fileName, bytes }: UploadedFile,
): Promise<SiteDocument> {
  const objection = documentObjection(bytes);
  if (objection) throw new Refusal({ kind: "unusable-file" }, { sentence: objection });
  const content_hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const row = { content_hash, file_name: documentLabel(fileName), size: bytes.length, uploaded_at: actor.at };
  return inTransaction(db, async (tx) => {
    const document = presentDocument(await keep(tx, "documents", row));
    await files.write([{ name: documentFile(content_hash), content: bytes }]);
    await recordAudit(tx, actor, {
      call: uploadCall.call,
      kind: "document",
      subjectId: document.documentId,
      label: row.file_name,
      before: null,
      after: { "File name": row.file_name, Bytes: row.size, Address: document.documentUrl },
    });
    return document;
  });
}
