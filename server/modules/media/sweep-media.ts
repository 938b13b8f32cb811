import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { sweepDocuments } from "./documents/sweep-documents.ts";
import { sweepPictures } from "./sweep-pictures.ts";

/** Deletes pictures and documents that nothing has used for a day. */
export async function sweepMedia(db: Database, clock: Clock, files: FileStore): Promise<void> {
  await sweepDocuments(db, clock, files);
  await sweepPictures(db, clock, files);
}
