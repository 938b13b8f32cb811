import fs from "node:fs";
import path from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { isRunningPostgres, postgresFolderOf } from "./processes.ts";

export type LockHolder = {
  pid: number;
  /** "unsure" if the system does not reveal which folder the PostgreSQL process serves. */
  is: "server of this folder" | "unsure";
};

type Locks = {
  holder?: LockHolder;
  /** The running server's folder that this one was copied from, locks included. */
  copiedFrom?: string;
};

/**
 * Removes stale lock files: those of a killed server, whose process id may belong to another program now, and those
 * copied from the folder of a running server. PostgreSQL itself only checks whether the process exists.
 */
export function clearForeignLocks({ cluster, access }: Pick<DataFolder, "cluster" | "access">): Locks {
  const files = [path.join(cluster, "postmaster.pid")];
  if ("socketFolder" in access) files.push(path.join(access.socketFolder, ".s.PGSQL.5432.lock"));
  const locks: Locks = {};
  for (const file of files) {
    const lock = readLock(file);
    if (lock === undefined) continue;
    const holder = holderOf(lock.pid, cluster);
    if (holder === "server of this folder" || holder === "unsure") return { holder: { pid: lock.pid, is: holder } };
    fs.rmSync(file, { force: true });
    if (holder === "server of another folder") locks.copiedFrom = lock.folder;
  }
  return locks;
}

function holderOf(pid: number, cluster: string) {
  if (!isRunningPostgres(pid)) return "nobody";
  const folder = postgresFolderOf(pid);
  if (folder === undefined) return "unsure";
  return isSame(folder, fs.statSync(cluster)) ? "server of this folder" : "server of another folder";
}

/** Compares inodes, because links and mounts give a folder several paths. */
const isSame = (a: fs.Stats, b: fs.Stats) => a.dev === b.dev && a.ino === b.ino;

/** Reads the process id and the data folder from the first two lines. */
function readLock(file: string): { pid: number; folder: string } | undefined {
  if (!fs.existsSync(file)) return undefined;
  const [pid, folder = ""] = fs.readFileSync(file, "utf8").split("\n");
  return Number(pid) > 0 ? { pid: Number(pid), folder } : undefined;
}
