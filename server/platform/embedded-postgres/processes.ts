import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

/** The user that runs a PostgreSQL program, and a wrapper command for it. */
export type RunAs = { prefix: string[]; identity: { uid?: number; gid?: number } };

type User = { uid: number; gid: number };

const asSelf: RunAs = { prefix: [], identity: {} };

// A user namespace that maps root to nobody: PostgreSQL refuses to run as root, and other users may have no access to a
// checkout or a data folder below /root.
const asMappedNobody: RunAs = {
  prefix: ["unshare", "--user", "--map-user=65534", "--map-group=65534"],
  identity: {},
};

/**
 * Chooses a user that can run `program` and write to `folder`, and gives it the folder. An existing database keeps the
 * owner of its files. Throws StartError.
 */
export function chooseIdentity(program: string, folder: string, owner: User | undefined): RunAs {
  if (process.platform === "win32" || process.getuid?.() !== 0) return asSelf;
  for (const candidate of candidates(owner)) {
    const { uid, gid } = candidate.identity;
    fs.chownSync(folder, uid ?? 0, gid ?? 0);
    if (runs(candidate, program, folder)) return candidate;
  }
  throw new StartError(
    "The built-in database cannot run as root and found no other user that can reach both the program and the data " +
      "folder: start the application as an ordinary user, or set DATABASE_URL.",
  );
}

function candidates(owner: User | undefined): RunAs[] {
  if (owner !== undefined) return [owner.uid === 0 ? asMappedNobody : { prefix: [], identity: owner }];
  const users = [systemUser("postgres"), systemUser("nobody")].filter((user) => user !== undefined);
  return [...users.map((identity) => ({ prefix: [], identity })), asMappedNobody];
}

function systemUser(name: string): User | undefined {
  if (!fs.existsSync("/etc/passwd")) return undefined;
  const line = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function runs(runAs: RunAs, program: string, folder: string): boolean {
  // uses full paths, because the user needs access to every folder above, too
  const probe = 'cd "$1" && test -w . && exec "$2" --version';
  return runProgram(runAs, "/", "/bin/sh", "-c", probe, "sh", folder, program).status === 0;
}

export function runProgram({ prefix, identity }: RunAs, cwd: string, program: string, ...options: string[]) {
  const [command = program, ...args] = [...prefix, program, ...options];
  return spawnSync(command, args, { encoding: "utf8", cwd, ...identity });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Whether the process is a PostgreSQL server, and neither a zombie nor another program with its id. */
export function isRunningPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  return /postgres/.test(commandLine(pid));
}

/** Returns the data folder of a PostgreSQL process; undefined if the system does not reveal it. */
export function postgresFolderOf(pid: number): fs.Stats | undefined {
  const folder = process.platform === "linux" ? `/proc/${pid}/cwd` : / -D (\S+)/.exec(commandLine(pid))?.[1];
  try {
    return folder === undefined ? undefined : fs.statSync(folder);
  } catch {
    return undefined; // another user's process, or it just ended
  }
}

/** Returns the command line, which is empty for a zombie. */
function commandLine(pid: number): string {
  if (process.platform !== "linux") {
    const answer = spawnSync("ps", ["-o", "stat=,command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
    return answer.trim().startsWith("Z") ? "" : answer;
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
