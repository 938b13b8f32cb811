import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { cleanUpDocuments } from "./documents/clean-up-documents.ts";
import { cleanUpPictures } from "./clean-up-pictures.ts";

/** Deletes pictures and documents unused for a day. */
export async function cleanUpMedia(db: Database, clock: Clock, files: FileStore): Promise<void> {
  await cleanUpDocuments(db, clock, files);
  await cleanUpPictures(db, clock, files);
}
