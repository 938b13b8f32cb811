import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { administrator, freePort } from "#e2e/library.ts";
import { callerAt } from "#e2e/steps/api.ts";
import { aPicture } from "#server/test/a-picture.ts";
import * as z from "zod";

const patience = 120_000; // ms until it is ready
const scripts = z.object({ scripts: z.object({ start: z.string(), backup: z.string() }) });

/**
 * Unpacks an archive into an empty folder and uses it: starts it by its one command, without a registry; logs in, uploads,
 * reads a page, makes a backup, and stops it. Answers what it saw; throws for what is wrong.
 */
export async function tryRelease(archive: string, root: string): Promise<string[]> {
  const base = mkdtempSync(path.join(os.tmpdir(), "library-release-"));
  try {
    execFileSync("tar", ["-xzf", archive, "-C", base]);
    const folder = path.join(base, root);
    const commands = scripts.parse(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))).scripts;
    const port = await freePort();
    const env = {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}/usr/bin${path.delimiter}/bin`,
      HOME: base,
      PORT: String(port),
      DATA_DIR: path.join(base, "data"),
      ADMIN_USERNAME: administrator.userName,
      ADMIN_PASSWORD: administrator.password,
      npm_config_registry: "http://127.0.0.1:9", // where nobody is
    };
    const begun = performance.now();
    const library = start(commands.start, folder, env);
    try {
      const address = `http://127.0.0.1:${port}`;
      await ready(address, library);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      await use(address);
      const backup = path.join(base, "backup");
      if ((await codeOf(start(`${commands.backup} --to ${backup}`, folder, env))) !== 0 || statSync(backup).size === 0)
        throw new Error("The release makes no backup.");
      library.kill("SIGTERM");
      const code = await codeOf(library);
      if (code !== 0) throw new Error(`The release ended with ${code}.`);
      return [`Unpacked and started: ready in ${seconds} s, logged in, uploaded, backed up, and stopped.`];
    } finally {
      library.kill("SIGKILL");
    }
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function start(command: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const [, ...parameters] = command.split(" "); // the first word is node: this one
  return spawn(process.execPath, parameters, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, "exit");
  return child.exitCode;
}

async function ready(address: string, library: ChildProcess): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end && library.exitCode === null) {
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`The release was not ready: it ${library.exitCode === null ? "is still starting" : "ended"}.`);
}

/** What needs its packages with binaries: passwords, pictures, the database; and its rendered pages. */
async function use(address: string): Promise<void> {
  const clerk = await callerAt(address, { ...administrator, userTypeId: 1 });
  const page = await (await fetch(`${address}/`)).text();
  if (!page.includes("<h1")) throw new Error("The release renders no page.");
  const body = new FormData();
  body.append("uploadFile", await aPicture());
  const headers = { authorization: `Bearer ${clerk.kept.token}` };
  const answer = await fetch(`${address}/api/Inventory/UploadAttachment`, { method: "POST", headers, body });
  const uploaded = z.object({ data: z.object({ attachmentUrl: z.string() }) }).parse(await answer.json());
  if (!(await fetch(address + uploaded.data.attachmentUrl)).ok) throw new Error("The release serves no picture.");
}
