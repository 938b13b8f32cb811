import { createHash } from "node:crypto";
import type { Transaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { keep } from "./media.queries.ts";
import { pictureFile } from "./media.rules.ts";

/** A WebP of the project's own, ready to be shown in its one width. */
export type ReadyPicture = { fileName: string; bytes: Uint8Array; width: number; height: number };

/** Stores a picture as it is and gives its id: what comes with the project needs no look inside, and is not encoded again. */
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
