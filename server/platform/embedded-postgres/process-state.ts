import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { errorCode } from "../error-code.ts";

/** Whether a process with this id exists, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Whether the process is a living PostgreSQL server: not a zombie, and not another program with the same id. */
export function isLivingPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  return /postgres/.test(commandLine(pid));
}

/** Empty for a zombie. */
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
