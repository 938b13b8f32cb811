import { createHash } from "node:crypto";
import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { type Attachment, uploadAttachment } from "#contract/media.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { encodePicture, encoderVersion } from "./encoding/encode-picture.ts";
import { presentAttachment } from "./media.present.ts";
import { keep } from "./media.queries.ts";
import { labelOf, pictureFile } from "./media.rules.ts";

/**
 * Stores a picture, re-encoded, once per content. The row is locked before the files are written, so a cleanup that
 * removed it has ended by then, and a later one skips it. Uploading again restores lost files.
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
    // may run twice, like the transaction: the same names get the same content
    await files.write(versions.map((version) => ({ ...version, name: pictureFile(content_hash, version.width) })));
    await recordAudit(tx, actor, {
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
