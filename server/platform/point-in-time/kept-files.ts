import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { folders } from "../backup/archive.ts";
import type { StoredFiles } from "../backup/back-up.ts";
import { Snapshot } from "../backup/snapshot.ts";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import type { WalFolder } from "./wal-folder.ts";

type Parts = { connection: ConnectionSettings; storedFiles: StoredFiles; folder: WalFolder };

/**
 * Copies the pictures, documents, and saved mails that rows name and that the archive lacks. They are never overwritten, but go
 * when no row names them: the archive keeps them until no moment that it covers can name them.
 */
export async function keepFiles({ connection, storedFiles, folder }: Parts, now: Date): Promise<void> {
  await Snapshot.take(connection, async (snapshot) => {
    for (const kind of folders) {
      const place = path.join(folder.files, kind);
      await mkdir(place, { recursive: true, mode: 0o700 });
      const { store, names } = storedFiles[kind];
      for await (const some of snapshot.names(names))
        for (const name of some) {
          const kept = path.join(place, name);
          if (await isThere(kept)) await utimes(kept, now, now); // named now
          else await keep(kept, await store.read(name));
        }
    }
  });
}

const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  );

async function keep(place: string, stored: Awaited<ReturnType<StoredFiles["media"]["store"]["read"]>>): Promise<void> {
  if (!stored) return;
  await writeFile(`${place}.aside`, await buffer(stored.content), { flush: true, mode: 0o600 });
  await rename(`${place}.aside`, place);
}

/** Removes what no row has named since then. */
export async function removeOldFiles({ files }: WalFolder, before: Date): Promise<void> {
  for (const kind of folders) {
    const place = path.join(files, kind);
    for (const name of await readdir(place).catch((): string[] => []))
      if ((await stat(path.join(place, name))).mtime < before) await rm(path.join(place, name), { force: true });
  }
}

/** Gives the store what the rows of a restored database name; returns how many are in neither. */
export async function restoreFiles({ connection, storedFiles, folder }: Parts): Promise<number> {
  let missing = 0;
  await Snapshot.take(connection, async (snapshot) => {
    for (const kind of folders) {
      const { store, names } = storedFiles[kind];
      for await (const some of snapshot.names(names))
        for (const name of some) {
          const content = await readFile(path.join(folder.files, kind, name)).catch(() => undefined);
          if (content) await store.write([{ name, content }]);
          else if (!(await isStored(store.read(name)))) missing += 1;
        }
    }
  });
  return missing;
}

async function isStored(reading: ReturnType<StoredFiles["media"]["store"]["read"]>): Promise<boolean> {
  const stored = await reading;
  if (stored) await buffer(stored.content);
  return stored !== null;
}
