import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { keptUnused } from "../pictures.rules.ts";
import { takeOutUnusedDocument } from "./documents.queries.ts";
import { documentFile } from "./documents.rules.ts";

/** Deletes documents that nothing has linked to for a day after their upload, as pictures are (see `cleanUpPictures`). */
export async function cleanUpDocuments(db: Database, clock: Clock, files: FileStore): Promise<void> {
  const before = new Date(clock.now().getTime() - keptUnused);
  for (let wasThere = true; wasThere;) {
    wasThere = await inTransaction(db, async (tx) => {
      const document = await takeOutUnusedDocument(tx, before);
      if (document && document !== "taken") await files.remove([documentFile(document.content_hash)]);
      return document !== undefined;
    });
  }
}
