import fs from "node:fs";
import path from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { isLivingPostgres, postgresFolderOf } from "./processes.ts";

export type LockHolder = {
  pid: number;
  /** "unsure": a living PostgreSQL of which this system does not say which folder it serves. */
  is: "server of this folder" | "unsure";
  file: string;
};

export type Locks = {
  holder?: LockHolder;
  /** Where the server lives whose locks came into this folder with a copy of its own. */
  copiedFrom?: string;
};

/**
 * Removes the lock files that nobody holds: of a killed server, whose process id may now be another program's, and of a
 * living server of another folder, of which this one is a copy. PostgreSQL looks only whether the process lives.
 */
export function clearForeignLocks({ cluster, access }: Pick<DataFolder, "cluster" | "access">): Locks {
  const files = [path.join(cluster, "postmaster.pid")];
  if ("socketFolder" in access) files.push(path.join(access.socketFolder, ".s.PGSQL.5432.lock"));
  const locks: Locks = {};
  for (const file of files) {
    const lock = readLock(file);
    if (lock === undefined) continue;
    const whose = holderOf(lock.pid, cluster);
    if (whose === "server of this folder" || whose === "unsure") return { holder: { pid: lock.pid, is: whose, file } };
    fs.rmSync(file, { force: true });
    if (whose === "server of another folder") locks.copiedFrom = lock.folder;
  }
  return locks;
}

function holderOf(pid: number, cluster: string) {
  if (!isLivingPostgres(pid)) return "nobody";
  const folder = postgresFolderOf(pid);
  if (folder === undefined) return "unsure";
  return isSame(folder, fs.statSync(cluster)) ? "server of this folder" : "server of another folder";
}

/** By number, not by path: links and mounts give one folder several. */
const isSame = (one: fs.Stats, other: fs.Stats) => one.dev === other.dev && one.ino === other.ino;

/** PostgreSQL writes the process id, then the folder of the data, then more. */
function readLock(file: string): { pid: number; folder: string } | undefined {
  if (!fs.existsSync(file)) return undefined;
  const [pid, folder = ""] = fs.readFileSync(file, "utf8").split("\n");
  return Number(pid) > 0 ? { pid: Number(pid), folder } : undefined;
}
