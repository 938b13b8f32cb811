import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { StoredFiles } from "../backup/back-up.ts";
import { holdMail, leaveRest } from "../backup/empty-schema.ts";
import { patientClient } from "../backup/snapshot.ts";
import type { Configuration } from "../configuration.ts";
import { locateBinaries, majors } from "../embedded-postgres/binaries.ts";
import { syncFolder } from "../embedded-postgres/data-folder.ts";
import { type EmbeddedConnection, openEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { chooseIdentity, type RunAs } from "../embedded-postgres/processes.ts";
import { StartError } from "../errors/start-error.ts";
import { type KeptBase, writeBase } from "./base-backup.ts";
import { restoreFiles } from "./kept-files.ts";
import { keptIn } from "./keep-archive.ts";
import { momentInWords } from "./moment.rules.ts";
import { coveredInWords, type Span, spansOf, spanWith } from "./span.rules.ts";
import { giveTo, keepHistories, recovering, type WalFolder, walFolderOf } from "./wal-folder.ts";

type Library = Pick<Configuration, "dataFolder" | "timeZone">;

export type MomentPlan = { moment: Date; base: KeptBase; line: number; folder: WalFolder; covered: string };

/** What would be restored, from which archive; refused when it does not reach that moment, or the data folder is not empty. */
export async function planRestore(library: Library, archive: string, moment: Date): Promise<MomentPlan> {
  refuseFull(library);
  const inWords = (at: Date) => momentInWords(at, library.timeZone);
  const databases = existsSync(archive) ? readdirSync(archive).filter((name) => /^\d+$/.test(name)) : [];
  const found = await Promise.all(
    databases.map(async (database) => {
      const folder = walFolderOf(archive, database);
      const kept = await keptIn(folder);
      return { folder, bases: kept.bases, spans: spansOf(kept) };
    }),
  );
  const spans: Span[] = found.flatMap((one) => one.spans);
  const covered = coveredInWords(spans, inWords);
  const span = spanWith(moment, spans);
  const place = found.find((one) => span && one.spans.includes(span));
  const base = place?.bases.find(({ name }) => name === span?.base.name);
  if (!span || !place || !base)
    throw new StartError(`The archive ${archive} does not reach ${inWords(moment)}: ${covered}. Nothing was changed.`);
  if (base.major !== majors.own)
    throw new StartError(
      `The archive is of PostgreSQL ${base.major}: restore it with the version of the library that made it. Nothing was changed.`,
    );
  return { moment, base, line: span.line, folder: place.folder, covered };
}

const asideName = "restoring";

function refuseFull({ dataFolder }: Library): void {
  const root = path.join(dataFolder, "postgres");
  if (existsSync(root) && readdirSync(root).some((name) => name !== asideName))
    throw new StartError(`${root} is not empty: give a new DATA_DIR. Nothing was changed.`);
}

/**
 * Builds the database as it was at a moment, aside, by PostgreSQL's own recovery; gives it its place when it is whole and holds
 * what waits to be sent. A kill leaves an empty data folder. Returns how many stored files are not in the archive.
 */
export async function restoreToMoment(
  library: Library & { storedFiles: StoredFiles },
  { moment, base, line, folder, covered }: MomentPlan,
): Promise<number> {
  const root = path.join(library.dataFolder, "postgres");
  const isNew = !existsSync(root);
  const aside = path.join(root, asideName);
  await rm(aside, { recursive: true, force: true, maxRetries: 20 }); // of a killed one, whose server may still be ending
  const cluster = path.join(aside, base.major);
  try {
    await mkdir(aside, { recursive: true });
    await writeBase(folder, base, cluster);
    await writeFile(path.join(cluster, "recovery.signal"), "");
    const runAs = chooseIdentity((await locateBinaries()).postgres, aside, undefined);
    await giveAll(runAs, cluster);
    for (const place of [path.dirname(folder.wal), folder.wal]) giveTo(runAs, place);
    const missing = await recover(aside, { moment, line, folder }, library.storedFiles).catch((error: unknown) => {
      throw whyNot(error, { aside, library, moment, covered });
    });
    await rename(cluster, path.join(root, base.major));
    syncFolder(root);
    keepHistories(path.join(root, base.major), folder); // so that no second restore begins a line of the same number
    return missing;
  } catch (error) {
    if (isNew) await rm(root, { recursive: true, force: true, maxRetries: 20 });
    throw error;
  } finally {
    await rm(aside, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function giveAll(runAs: RunAs, place: string): Promise<void> {
  const { uid, gid } = runAs.identity;
  if (uid === undefined || gid === undefined) return;
  for (const entry of await readdir(place, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, gid);
  await chown(place, uid, gid);
}

async function recover(
  aside: string,
  { moment, line, folder }: Pick<MomentPlan, "moment" | "line" | "folder">,
  storedFiles: StoredFiles,
): Promise<number> {
  const settings = recovering(folder, moment, line);
  const server = await openEmbeddedPostgres(aside, { settings, recoveryLimit: longestRecovery });
  try {
    await holdAll(server.connection, moment);
    return await restoreFiles({ connection: server.connection, storedFiles, folder });
  } finally {
    await server.stop();
  }
}

const longestRecovery = 24 * 3_600_000; // ms; PostgreSQL reads the log of a day in minutes

/** As after the restore of a backup: what was sent and came back since then is not known. */
async function holdAll(owner: EmbeddedConnection, moment: Date): Promise<void> {
  const client = await patientClient(owner);
  try {
    await client.query("begin");
    await leaveRest(client);
    await holdMail(client, { at: moment.toISOString() });
    await client.query("commit");
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL says in its log that it came to the end before the moment, and how far it came. */
function whyNot(
  error: unknown,
  { aside, library, moment, covered }: Pick<MomentPlan, "moment" | "covered"> & { aside: string; library: Library },
): unknown {
  const log = path.join(aside, "server.log");
  const words = existsSync(log) ? readFileSync(log, "utf8") : "";
  if (!words.includes("recovery ended before configured recovery target was reached")) return error;
  const inWords = (at: Date) => momentInWords(at, library.timeZone);
  const last = /last completed transaction was at log time (\S+ \S+)\+00/.exec(words)?.[1];
  const end =
    last === undefined
      ? ""
      : ` The last change that it holds is of ${inWords(new Date(`${last.replace(" ", "T")}Z`))}.`;
  return new StartError(`The archive does not reach ${inWords(moment)}: ${covered}.${end} Nothing was changed.`, {
    cause: error,
  });
}
