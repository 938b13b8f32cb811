import { createHash } from "node:crypto";
import type { UploadedFile } from "#contract/wire/endpoint.ts";
import {
  type Attachment,
  type SiteDocument,
  uploadAttachment,
  uploadDocument as uploadCall,
} from "#contract/site/media.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { encodePicture, encoderVersion } from "./encoding/picture-reader.ts";
import { presentAttachment, presentDocument } from "./media.present.ts";
import { filesAreRead, keep, namesOfStoredFiles, type Stored, deleteOldestUnused } from "./media.queries.ts";
import {
  documentFile,
  documentLabel,
  documentObjection,
  unusedLifetimeMs,
  labelOf,
  pictureFile,
} from "./media.rules.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Clock } from "#server/platform/clock.ts";

/**
 * Stores a re-encoded picture once per content. Locks the row before writing the files, so that no cleanup runs in between.
 * Uploading again restores lost files.
 */
export async function uploadPicture(
  { db, files }: { db: Database; files: FileStore },
  actor: Actor,
  { fileName, bytes }: UploadedFile,
): Promise<Attachment> {
  const { width, height, versions } = await encodePicture(bytes);
  const content_hash = createHash("sha256").update(`${encoderVersion}\n`).update(bytes).digest("hex").slice(0, 32);
  const file_name = labelOf(fileName);
  const widths = versions.map((version) => version.width);
  return inTransaction(db, async (tx) => {
    const row = { content_hash, file_name, width, height, widths, uploaded_at: actor.at };
    const picture = presentAttachment(await keep(tx, "attachments", row));
    // idempotent, because the transaction may be retried
    await files.write(versions.map((version) => ({ ...version, name: pictureFile(content_hash, version.width) })));
    await recordActivity(tx, actor, {
      call: uploadAttachment.call,
      kind: "picture",
      subjectId: picture.attachmentId,
      label: file_name,
      before: null,
      after: { "File name": file_name, Width: width, Height: height, Address: picture.attachmentUrl },
    });
    return picture;
  });
}

/** Stores a PDF unchanged, once per content. Locks the row before writing the file, like a picture. */
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
    await recordActivity(tx, actor, {
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

/** A WebP that comes with the project, in one width. */
type ReadyPicture = { fileName: string; bytes: Uint8Array; width: number; height: number };

/** Stores a picture of the project without re-encoding it, and returns its id. */
export async function keepPicture(
  { tx, files, at }: { tx: Transaction; files: FileStore; at: Date },
  { fileName, bytes, width, height }: ReadyPicture,
): Promise<number> {
  const content_hash = createHash("sha256").update("as it is\n").update(bytes).digest("hex").slice(0, 32);
  const row = { content_hash, file_name: fileName, width, height, widths: [width], uploaded_at: at };
  const { attachment_id } = await keep(tx, "attachments", row);
  await files.write([{ name: pictureFile(content_hash, width), content: bytes }]);
  return attachment_id;
}

/**
 * Deletes pictures and documents that were unused for a day, one per transaction. If the files can't be removed, the row
 * stays for the next cleanup.
 */
async function cleanUpMedia(db: Database, clock: Clock, files: FileStore): Promise<void> {
  const before = new Date(clock.now().getTime() - unusedLifetimeMs);
  const deleteUnused = async <Table extends keyof Stored>(
    table: Table,
    filesOf: (unused: Stored[Table]) => string[],
  ) => {
    for (let hasMore = true; hasMore;) {
      hasMore = await inTransaction(db, async (tx) => {
        if (await filesAreRead(tx)) return false; // the next cleanup continues
        const unused = await deleteOldestUnused(tx, table, before);
        if (unused && unused !== "taken") await files.remove(filesOf(unused));
        return unused !== undefined;
      });
    }
  };
  await deleteUnused("documents", ({ content_hash }) => [documentFile(content_hash)]);
  await deleteUnused("attachments", ({ content_hash, widths }) =>
    widths.map((width) => pictureFile(content_hash, width)),
  );
  await files.tidy(unusedLifetimeMs);
}

export const mediaUpkeep = {
  cleanUp: cleanUpMedia,
  names: namesOfStoredFiles,
};
