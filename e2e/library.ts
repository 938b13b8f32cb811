import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openStorage } from "#server/platform/connection/open-storage.ts";
import { ask } from "#server/test/ask.ts";

/** The administrator of every test library. */
export const administrator = { userName: "admin", password: "correct horse battery" };

/** The variable with the data folder that every library copies; the global setup sets it. */
export const seededFolder = "E2E_SEEDED_FOLDER";

/** A running library: the built product, a free port, and a data folder with the demonstration library. */
export type Library = { address: string; processId: number; log: () => string; stop: () => Promise<void> };

const folders = new Map<string, string>();

export function dataFolderOf(address: string): string {
  const folder = folders.get(address);
  if (folder === undefined) throw new Error(`No library was started at ${address}.`);
  return folder;
}

/** Runs a statement in a library's database, for states that would take time or thousands of calls. */
export async function askDatabaseOf(address: string, statement: string): Promise<unknown[]> {
  const { connection, stop } = await openStorage({ databaseUrl: undefined, dataFolder: dataFolderOf(address) });
  try {
    return await ask(connection, statement);
  } finally {
    await stop();
  }
}

const ownMain = path.resolve(import.meta.dirname, "../dist/server/main.js");
const startTimeoutMs = 150_000; // creating a database and loading the demonstration takes longest

/** Settings that override the usual ones, or a function from the library's port to settings. */
type Settings = Record<string, string> | ((port: number) => Record<string, string>);

/** Starts the built product on a copy of the seeded folder and waits until it is ready. */
export async function startLibrary(env: Settings = {}, main?: string): Promise<Library> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "library-"));
  const source = process.env[seededFolder];
  if (source !== undefined) await copyFolder(source, dataFolder);
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    const library = await startIn(dataFolder, env, main);
    return { ...library, stop: () => library.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Preserves the owners of the files, because the database refuses files of another user. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === "win32") return cp(from, to, { recursive: true });
  const [code] = await once(spawn("cp", ["-a", `${from}/.`, to], { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`cp ended with ${code}: ${from} wasn't copied.`);
}

/** Starts the built product, or another version's `main`, in this data folder, which stays after it stops. */
export async function startIn(dataFolder: string, env: Settings = {}, main = ownMain): Promise<Library> {
  if (!existsSync(main)) throw new Error("dist/server/main.js is missing. Run `npm run build` first.");
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  folders.set(address, dataFolder);
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataFolder,
      SEED: "demo",
      ADMIN_USERNAME: administrator.userName,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_SCALE: "1000",
      ...(typeof env === "function" ? env(port) : env),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  const exit = once(child, "exit");
  // if the parent crashes, the library stops, too
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exit;
  };
  try {
    await Promise.race([
      waitUntilReady(address),
      exit.then(() => Promise.reject(new Error(`The library ended instead of starting:\n${output}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, processId: child.pid ?? 0, log: () => output, stop };
}

async function waitUntilReady(address: string): Promise<void> {
  const end = Date.now() + startTimeoutMs;
  while (Date.now() < end) {
    const answer = await fetch(`${address}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`The library at ${address} wasn't ready after ${startTimeoutMs / 1000} s.`);
}

/** Returns a free port on the loopback address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No free port was found.");
  return address.port;
}
