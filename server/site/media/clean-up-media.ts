import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { filesAreRead, namesOfStoredFiles, type Stored, takeOutUnused } from "./media.queries.ts";
import { documentFile, keptUnused, pictureFile } from "./media.rules.ts";

/**
 * Deletes pictures and documents unused for a day after their upload, one per transaction: first the row, then its
 * files, and only then others see it. If the files cannot be removed, the row stays for the next cleanup.
 */
async function cleanUpMedia(db: Database, clock: Clock, files: FileStore): Promise<void> {
  const before = new Date(clock.now().getTime() - keptUnused);
  const takeOut = async <Table extends keyof Stored>(table: Table, filesOf: (unused: Stored[Table]) => string[]) => {
    for (let wasThere = true; wasThere;) {
      wasThere = await inTransaction(db, async (tx) => {
        if (await filesAreRead(tx)) return false; // the next cleanup goes on
        const unused = await takeOutUnused(tx, table, before);
        if (unused && unused !== "taken") await files.remove(filesOf(unused));
        return unused !== undefined;
      });
    }
  };
  await takeOut("documents", ({ content_hash }) => [documentFile(content_hash)]);
  await takeOut("attachments", ({ content_hash, widths }) => widths.map((width) => pictureFile(content_hash, width)));
  await files.tidy(keptUnused);
}

export const mediaUpkeep = {
  cleanUp: cleanUpMedia,
  names: namesOfStoredFiles,
};
