import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Configuration } from "../configuration.ts";
import { majors } from "../embedded-postgres/binaries.ts";
import { syncFolder } from "../embedded-postgres/data-folder.ts";
import { type EmbeddedConnection, openEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { migrate } from "../migrate.ts";
import { StartError } from "../errors/start-error.ts";
import { backUp, type StoredFiles } from "./back-up.ts";
import { checkArchive } from "./check-archive.ts";
import { rowsIn } from "./archive.ts";
import { lookAtTarget, restore } from "./restore.ts";

type Library = Pick<Configuration, "dataFolder"> & { storedFiles: StoredFiles };

/**
 * Makes a built-in database of the former major one of this version's, through a backup by the former server. The new one is
 * made aside and gets its place by one rename: until then a kill leaves the library as it was, and after it a second run ends the work.
 */
export async function bringOver({ dataFolder, storedFiles }: Library, say: (sentence: string) => void): Promise<void> {
  const root = path.join(dataFolder, "postgres");
  const [before, after] = [path.join(root, majors.former), path.join(root, majors.own)];
  const aside = path.join(root, "bringing-over"); // its own root, so that no start finds it
  const replaced = `${before}-replaced`;
  const end = async () => {
    syncFolder(root);
    // Nor does an older version start with what will be out of date.
    if (existsSync(before)) await rename(before, replaced);
    await rm(aside, { recursive: true, force: true });
    say(`The database is one of PostgreSQL ${majors.own}. Remove ${replaced} when you are sure that all is there.`);
  };
  if (existsSync(after) && existsSync(aside)) return end(); // a run that was killed after its rename
  if (existsSync(after)) return say(`There is nothing to do: ${root} holds a database of PostgreSQL ${majors.own}.`);
  if (!existsSync(before))
    throw new StartError(
      `${root} holds no database of PostgreSQL ${majors.former}, which is what can be brought over.`,
    );
  const file = path.join(aside, "tables.tar");
  await rm(aside, { recursive: true, force: true, maxRetries: 20 }); // of a killed one, whose server may still be ending
  await mkdir(aside);
  say(`Reading the database of PostgreSQL ${majors.former} ...`);
  await readFormer(root, file);
  const manifest = await checkArchive(file, undefined);
  say(`Writing ${rowsIn(manifest)} rows into one of PostgreSQL ${majors.own} ...`);
  const server = await openEmbeddedPostgres(aside);
  try {
    await restore({ owner: server.connection, storedFiles, passphrase: undefined, goesOn: true }, file, manifest);
  } finally {
    await server.stop();
  }
  await rename(path.join(aside, majors.own), after);
  await end();
}

async function readFormer(root: string, file: string): Promise<void> {
  const server = await openEmbeddedPostgres(root, { server: "former" });
  const { connection } = server;
  try {
    await refuseRunning(connection);
    await migrate(connection); // what this version reads may be in a table that the version before did not have
    await backUp({ connection, storedFiles: undefined, passphrase: undefined }, file);
    await refuseRunning(connection);
  } finally {
    await server.stop();
  }
}

/** What it would write after the backup began would be lost. */
async function refuseRunning(connection: EmbeddedConnection): Promise<void> {
  const { running } = await lookAtTarget(connection);
  if (running > 0) throw new StartError("The library is running with this database: stop every instance of it first.");
}
