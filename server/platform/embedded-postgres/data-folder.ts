import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import { chooseIdentity, isAlive, type RunAs, runProgram } from "./processes.ts";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

export type DataFolder = {
  /** Absolute path of all database files. */
  root: string;
  /** The cluster, named after the major version, because a newer PostgreSQL cannot open older files. */
  cluster: string;
  log: string;
  runAs: RunAs;
  /** A folder for the Unix socket, or (Windows) a loopback port with a password. */
  access: { socketFolder: string } | { port: number; password: string };
};

export const superuser = "library";

// sun_path holds 108 bytes on Linux and 104 on macOS, including the final NUL.
const maxSocketPath = 103;
const socketName = ".s.PGSQL.5432";

/** Prepares a folder that belongs to the server's user and contains a complete cluster. */
export function prepareDataFolder(folder: string, binaries: Binaries): DataFolder {
  const root = path.resolve(folder);
  makeFolder(root);
  const runAs = chooseIdentity(binaries.postgres, root, ownerOfCluster(root));
  const major = majorVersion(binaries, root, runAs);
  const cluster = path.join(root, major);
  if (!fs.existsSync(cluster)) refuseOtherMajor(root, major);
  const access = process.platform === "win32" ? windowsAccess(root) : { socketFolder: socketFolder(root, runAs) };
  const dataFolder = { root, cluster, log: path.join(root, "server.log"), runAs, access };
  if (!fs.existsSync(cluster)) initialize(dataFolder, binaries);
  return dataFolder;
}

function makeFolder(root: string) {
  try {
    fs.mkdirSync(root, { recursive: true });
    fs.accessSync(root, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const reason = errorCode(error) ?? String(error);
    throw new StartError(
      `The folder ${root} for the built-in database cannot be used (${reason}): set another DATA_DIR.`,
    );
  }
}

/**
 * Throws if there is a database of another major version, because creating an empty one next to it would look like data
 * loss.
 */
function refuseOtherMajor(root: string, major: string) {
  const existing = clusters(root).at(-1);
  if (existing === undefined) return;
  throw new StartError(
    `The folder ${root} holds a database of PostgreSQL ${existing}, but this version of the library includes ` +
      `PostgreSQL ${major}, which cannot open it. Nothing was changed. Back it up with the version of the library that created it ` +
      '("npm run backup -- --to FILE"), then restore it with this version into another DATA_DIR ("npm run restore -- FILE").',
  );
}

const clusters = (root: string) =>
  fs
    .readdirSync(root)
    .filter((name) => /^\d+$/.test(name))
    .toSorted((a, b) => Number(a) - Number(b));

function ownerOfCluster(root: string): { uid: number; gid: number } | undefined {
  const cluster = clusters(root).at(-1);
  if (cluster === undefined) return undefined;
  const { uid, gid } = fs.statSync(path.join(root, cluster));
  return { uid, gid };
}

function majorVersion(binaries: Binaries, root: string, runAs: RunAs): string {
  const answer = runProgram(runAs, root, binaries.postgres, "--version");
  const major = /(\d+)\./.exec(answer.stdout ?? "")?.[1];
  if (major === undefined) {
    throw new StartError(
      `The built-in database cannot run on this machine: ${firstLine(answer.error?.message ?? answer.stderr)}`,
    );
  }
  return major;
}

function socketFolder(root: string, runAs: RunAs): string {
  const inside = path.join(root, "socket");
  if (Buffer.byteLength(path.join(inside, socketName)) <= maxSocketPath) return privateFolder(inside, runAs);
  // the name depends only on the path, so that a second process finds the first one's server
  const name = `library-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  return privateFolder(path.join(os.tmpdir(), name), runAs);
}

/** Creates a folder for the server's user alone, because access to it is access to the database. */
function privateFolder(folder: string, { identity }: RunAs): string {
  const owner = identity.uid ?? process.getuid?.() ?? 0;
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const stats = fs.lstatSync(folder);
  const isOurs = stats.uid === owner || stats.uid === process.getuid?.();
  if (!stats.isDirectory() || !isOurs) {
    throw new StartError(`The built-in database needs the folder ${folder}, which belongs to another user: remove it.`);
  }
  if (stats.uid !== owner && identity.uid !== undefined && identity.gid !== undefined) {
    fs.chownSync(folder, identity.uid, identity.gid);
  }
  if ((stats.mode & 0o077) !== 0) fs.chmodSync(folder, 0o700);
  return folder;
}

/** Chooses a port and password once, so that a restarted server keeps its address. */
function windowsAccess(root: string) {
  const port = readOrCreate(path.join(root, "port"), () => String(49152 + (randomBytes(2).readUInt16BE() % 16384)));
  const password = readOrCreate(path.join(root, "password"), () => randomBytes(32).toString("base64url"));
  return { port: Number(port), password };
}

/** Creates the file atomically: when several processes start at once, the first writes it and the others read it. */
function readOrCreate(file: string, make: () => string): string {
  if (!fs.existsSync(file)) {
    const temporary = `${file}.${process.pid}`;
    fs.writeFileSync(temporary, make(), { mode: 0o600 });
    try {
      fs.linkSync(temporary, file);
    } catch (error) {
      if (!fs.existsSync(file)) throw error;
    }
    fs.rmSync(temporary);
  }
  return fs.readFileSync(file, "utf8");
}

/** Creates the cluster under another name and renames it, so that a kill leaves no half-made database. */
function initialize({ root, cluster, runAs, access }: DataFolder, binaries: Binaries) {
  removeAbandonedAttempts(root);
  const attempt = path.join(root, `init-${process.pid}`);
  const authentication =
    "password" in access ? ["-A", "scram-sha-256", `--pwfile=${path.join(root, "password")}`] : ["-A", "trust"];
  const locale = ["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const options = ["-D", attempt, "-U", superuser, ...authentication, ...locale];
  const result = runProgram(runAs, root, binaries.initdb, ...options);
  if (result.status !== 0) {
    fs.rmSync(attempt, { recursive: true, force: true });
    throw new StartError(
      `The built-in database could not be created in ${root}: ${firstLine(result.error?.message ?? result.stderr)}`,
    );
  }
  adoptAttempt(attempt, cluster);
  syncFolder(root);
}

function adoptAttempt(attempt: string, cluster: string) {
  try {
    fs.renameSync(attempt, cluster);
  } catch (error) {
    if (!fs.existsSync(cluster)) throw error;
    fs.rmSync(attempt, { recursive: true, force: true }); // another process was faster: use its cluster
  }
}

function removeAbandonedAttempts(root: string) {
  for (const name of fs.readdirSync(root)) {
    const pid = /^init-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      fs.rmSync(path.join(root, name), { recursive: true, force: true });
    }
  }
}

/** Makes a rename survive a power failure. */
function syncFolder(folder: string) {
  if (process.platform === "win32") return; // folders cannot be opened on this platform
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

function firstLine(text: string | undefined): string {
  return text?.trim().split(/\s*\n/)[0] || "no reason given";
}
