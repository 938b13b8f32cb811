import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { takeOutUnused } from "./pictures.queries.ts";
import { fileNameOf, keptUnused } from "./pictures.rules.ts";

/**
 * Deletes pictures unused for a day after their upload, one per transaction: first the row, then its files, and only
 * then others see it. If the files cannot be removed, the row stays for the next cleanup.
 */
export async function cleanUpPictures(db: Database, clock: Clock, files: FileStore): Promise<void> {
  const before = new Date(clock.now().getTime() - keptUnused);
  for (let wasThere = true; wasThere;) {
    wasThere = await inTransaction(db, async (tx) => {
      const picture = await takeOutUnused(tx, before);
      if (picture && picture !== "taken")
        await files.remove(picture.widths.map((width) => fileNameOf(picture.content_hash, width)));
      return picture !== undefined;
    });
  }
  await files.tidy(keptUnused);
}
