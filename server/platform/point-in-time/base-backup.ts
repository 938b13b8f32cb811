import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { patientClient } from "../backup/snapshot.ts";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import { syncFolder } from "../embedded-postgres/data-folder.ts";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/start-error.ts";
import type { WalFolder } from "./wal-folder.ts";

const description = z.object({
  major: z.string(),
  startSegment: z.string(),
  endLsn: z.string(),
  endedAt: z.iso.datetime().transform((at) => new Date(at)),
  files: z.array(z.object({ name: z.string(), sum: z.string() })),
  folders: z.array(z.string()),
});
const stopped = z.object({
  label: z.string(),
  endLsn: z.string(),
  endedAt: z.date().transform((at) => at.toISOString()),
});
const descriptionName = "base.json";
const isBaseName = /^base-\d{4}-\d\d-\d\dT[\d-]+Z$/;

/** Empty in a copy, as PostgreSQL's manual says: of the running server, or in the archive. */
const leftEmpty = new Set([
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const isLeftOut = (name: string) => /^postmaster\.|^pg_internal\.init|^pgsql_tmp|^backup_label/.test(name);

export type BaseParts = {
  owner: ConnectionSettings;
  cluster: string;
  folder: WalFolder;
  stopping?: AbortSignal | undefined;
};

/**
 * Copies the files of the running database and says from where on the log makes them whole. It gets its name at the end: a
 * kill leaves what `removeHalfBases` finds.
 */
export async function takeBase({ owner, cluster, folder, stopping }: BaseParts): Promise<void> {
  const client = await patientClient(owner);
  const name = `base-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  const aside = path.join(folder.bases, `${name}.aside`);
  try {
    await client.query("set statement_timeout = '5min'"); // the end waits for the archive
    await client.query("select pg_backup_start('library', fast => true)");
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const copied = await copyFolder(cluster, aside, stopping);
    const text = `select labelfile as label, lsn::text as "endLsn", clock_timestamp() as "endedAt" from pg_backup_stop(true)`;
    const { label, ...end } = stopped.parse((await client.query(text)).rows[0]);
    const startSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
    if (startSegment === undefined) throw new Error("The label of a base names its first segment.");
    await writeFile(path.join(aside, "backup_label"), label, { flush: true });
    copied.files.push({ name: "backup_label", sum: createHash("sha256").update(label).digest("hex") });
    const described = { major: path.basename(cluster), startSegment, ...end, ...copied };
    await writeFile(path.join(aside, descriptionName), JSON.stringify(described), { flush: true });
    await rename(aside, path.join(folder.bases, name));
    syncFolder(folder.bases);
  } finally {
    await client.end().catch(() => {});
    await rm(aside, { recursive: true, force: true });
  }
}

type Copied = { files: { name: string; sum: string }[]; folders: string[] };

async function copyFolder(from: string, to: string, stopping: AbortSignal | undefined): Promise<Copied> {
  const copied: Copied = { files: [], folders: [] };
  const visit = async (inside: string): Promise<void> => {
    stopping?.throwIfAborted();
    for (const entry of await readdir(path.join(from, inside), { withFileTypes: true })) {
      const name = path.posix.join(inside, entry.name);
      if (isLeftOut(entry.name)) continue;
      if (entry.isDirectory()) {
        await mkdir(path.join(to, name), { mode: 0o700 });
        copied.folders.push(name);
        if (!leftEmpty.has(name)) await visit(name);
      } else if (entry.isFile()) {
        const sum = await copyFile(path.join(from, name), path.join(to, name));
        if (sum !== undefined) copied.files.push({ name, sum });
      }
    }
  };
  await visit("");
  return copied;
}

/** Gives its SHA-256; undefined: the server removed it during the copy, which the log says as well. */
async function copyFile(from: string, to: string): Promise<string | undefined> {
  const file = await open(from).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (!file) return undefined;
  const hash = createHash("sha256");
  await pipeline(
    file.createReadStream(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(to, { mode: 0o600, flush: true }),
  );
  return hash.digest("hex");
}

export type KeptBase = z.output<typeof description> & { name: string };

/** The bases of a database, the oldest first. */
export async function basesOf({ bases }: WalFolder): Promise<KeptBase[]> {
  const names = (await readdir(bases).catch((): string[] => [])).filter((name) => isBaseName.test(name)).toSorted();
  const read = names.map(async (name) => {
    const text = await readFile(path.join(bases, name, descriptionName), "utf8");
    return { name, ...description.parse(JSON.parse(text)) };
  });
  return Promise.all(read);
}

export async function removeHalfBases({ bases }: WalFolder): Promise<void> {
  for (const name of await readdir(bases))
    if (name.endsWith(".aside")) await rm(path.join(bases, name), { recursive: true, force: true });
}

/** Writes a base where a database is to be; what was copied must be what is written. */
export async function writeBase({ bases }: WalFolder, base: KeptBase, cluster: string): Promise<void> {
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  for (const name of base.folders) await mkdir(path.join(cluster, name), { mode: 0o700 });
  await mkdir(path.join(cluster, "pg_wal", "archive_status"), { recursive: true, mode: 0o700 });
  await mkdir(path.join(cluster, "pg_wal", "summaries"), { recursive: true, mode: 0o700 });
  for (const { name, sum } of base.files) {
    const found = await copyFile(path.join(bases, base.name, name), path.join(cluster, name));
    if (found !== sum)
      throw new StartError(`The archive is damaged: ${path.join(bases, base.name, name)} is not as it was written.`);
  }
}
