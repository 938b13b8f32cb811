import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Binaries, locateBinaries } from "./binaries.ts";
import { type DataFolder, prepareDataFolder, superuser } from "./data-folder.ts";
import { clearForeignLocks, type LockHolder } from "./lock-files.ts";
import { type Settings, startUnderWatchdog } from "./watchdog.ts";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

export type EmbeddedConnection = { host: string; port: number; user: string; database: string; password?: string };

export type EmbeddedOptions = {
  /** Extra server settings that override the defaults. */
  settings?: Settings;
  /** How long a start may show no progress before it fails, in ms. */
  startLimit?: number;
  /** Called when the folder is a copy of a running server's, or the server can't be restarted. */
  onEvent?: (event: { level: "warn" | "error"; message: string }) => void;
};

const defaultStartLimit = 30_000; // ms
/** Waits between attempts, as fractions of the limit: a killed server's processes may take seconds to end. */
const waits = [0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12, 0.24];
/** Time limit of a server's start, in ms: after a crash, it replays its log. */
const recoveryLimit = 600_000;

const maxLogBytes = 1_000_000;

/**
 * Starts the database in `folder`, or uses the server that another process of ours runs there and restarts it when that
 * process ends. Throws StartError.
 */
export async function openEmbeddedPostgres(folder: string, options: EmbeddedOptions = {}): Promise<Keeper> {
  const binaries = await locateBinaries();
  const keeper = new Keeper(prepareDataFolder(folder, binaries), binaries, options);
  await keeper.acquire();
  return keeper;
}

class Keeper {
  readonly connection: EmbeddedConnection;
  readonly #folder: DataFolder;
  readonly #binaries: Binaries;
  readonly #options: EmbeddedOptions;
  #watchdog: ChildProcess | undefined;
  #sentinel: pg.Client | undefined;
  #stopping = false;
  #acquiring: Promise<void> = Promise.resolve();

  constructor(folder: DataFolder, binaries: Binaries, options: EmbeddedOptions) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.#options = options;
    this.connection = connectionTo(folder);
  }

  /** Whether this process, rather than another one, started the server. */
  isOwner(): boolean {
    return this.#watchdog !== undefined && isRunning(this.#watchdog);
  }

  acquire(): Promise<void> {
    this.#acquiring = this.#acquire();
    return this.#acquiring;
  }

  async #acquire(): Promise<void> {
    const startLimit = this.#options.startLimit ?? defaultStartLimit;
    let deadline = Date.now() + startLimit;
    const end = Date.now() + recoveryLimit;
    let logFrom = this.#logLength();
    let [tries, nextTry] = [0, 0];
    let holder: LockHolder | undefined;
    while (!this.#stopping) {
      const state = await this.#connectSentinel();
      if (state === "up") return;
      if (state === "busy") deadline = Math.min(end, Date.now() + startLimit);
      if (Date.now() > deadline) throw new StartError(this.#noAnswerMessage(holder, logFrom));
      if (state === "down" && !this.isOwner() && Date.now() >= nextTry) {
        if (tries > 0) this.#checkFailedStart(logFrom, tries);
        holder = this.#clearLocks();
        if (holder?.is !== "server of this folder") {
          nextTry = Date.now() + startLimit * (waits[tries] ?? 0);
          tries += 1;
          this.#shortenLog();
          logFrom = this.#logLength();
          this.#watchdog = startUnderWatchdog(this.#folder, this.#binaries, this.#options.settings);
        }
      }
      await pause(25);
    }
  }

  #clearLocks(): LockHolder | undefined {
    const { holder, copiedFrom } = clearForeignLocks(this.#folder);
    if (copiedFrom !== undefined)
      this.#report(
        "warn",
        `${this.#folder.cluster} is a copy of ${copiedFrom}, made while the database was running there. ` +
          "Rows written during the copying may be missing or damaged.",
      );
    return holder;
  }

  /** Throws unless the start only lost a race with another process or with a killed server's processes. */
  #checkFailedStart(logFrom: number, tries: number) {
    const errors = this.#logSince(logFrom);
    const temporary = /postmaster\.pid|\.lock"|shared memory block|another postmaster|could not bind/i;
    if (errors.length === 0 || (errors.some((line) => temporary.test(line)) && tries < waits.length)) return;
    const afterTries = tries === waits.length ? ` after ${tries} tries` : "";
    throw new StartError(
      `The built-in database did not start${afterTries}. ${this.#lastError(logFrom)}${afterTries && this.#remedy(errors)}`,
    );
  }

  #remedy(errors: readonly string[]): string {
    const file = errors.map((line) => /lock file "(.+?)"/.exec(line)?.[1]).find((name) => name !== undefined);
    return file === undefined
      ? `. Processes of an earlier server still use ${this.#folder.cluster}: end them, then start the library again.`
      : `. If no other PostgreSQL uses ${this.#folder.cluster}, remove the file ${path.resolve(this.#folder.cluster, file)}, then start the library again.`;
  }

  #noAnswerMessage(holder: LockHolder | undefined, logFrom: number): string {
    if (holder === undefined) return `The built-in database does not answer. ${this.#lastError(logFrom)}`;
    return `The built-in database in ${this.#folder.cluster} runs as process ${holder.pid}, which does not answer: end that process, then start the library again.`;
  }

  /** Opens an idle connection whose end signals that the server is gone. */
  async #connectSentinel(): Promise<"up" | "busy" | "down"> {
    const client = new pg.Client({
      ...this.connection,
      application_name: "library keeper",
      connectionTimeoutMillis: 5000,
    });
    client.on("error", () => {}); // "end" follows
    try {
      await client.connect();
    } catch (error) {
      const code = errorCode(error);
      // starting up, shutting down, or too many connections
      return code === "57P03" || code === "53300" ? "busy" : "down";
    }
    this.#sentinel = client;
    client.once("end", () => this.#recover());
    holdProcess(client, false);
    return "up";
  }

  #recover() {
    if (this.#stopping) return;
    this.acquire().catch((error: unknown) =>
      this.#report("error", error instanceof Error ? error.message : String(error)),
    );
  }

  /** Releases the server and, if this process started it, shuts it down cleanly. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#acquiring.catch(() => {});
    if (this.#sentinel !== undefined) {
      holdProcess(this.#sentinel, true);
      await this.#sentinel.end().catch(() => {});
    }
    const watchdog = this.#watchdog;
    if (watchdog === undefined || !isRunning(watchdog)) return;
    const gone = new Promise((resolve) => watchdog.once("exit", resolve));
    watchdog.ref();
    watchdog.stdin?.end();
    await gone;
  }

  #shortenLog() {
    if (this.#logLength() > maxLogBytes) fs.renameSync(this.#folder.log, `${this.#folder.log}.old`);
  }

  #logLength(): number {
    return fs.existsSync(this.#folder.log) ? fs.statSync(this.#folder.log).size : 0;
  }

  /** Returns the server's errors in the log, except those of sessions that it ended or refused. */
  #logSince(position: number): string[] {
    if (!fs.existsSync(this.#folder.log)) return [];
    const lines = fs.readFileSync(this.#folder.log).subarray(position).toString("utf8").split("\n");
    const sessionErrors = /terminating connection|the database system is|connection slots|too many clients/;
    return lines.filter((line) => /FATAL|PANIC|could not/.test(line) && !sessionErrors.test(line));
  }

  #lastError(position: number): string {
    const error = this.#logSince(position)
      .at(-1)
      ?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, "");
    return error === undefined ? `Its log is ${this.#folder.log}.` : `It reports: ${error} (log: ${this.#folder.log})`;
  }

  #report(level: "warn" | "error", message: string) {
    this.#options.onEvent?.({ level, message });
  }
}

function connectionTo({ access }: DataFolder): EmbeddedConnection {
  const account = { user: superuser, database: "postgres" };
  if ("socketFolder" in access) return { host: access.socketFolder, port: 5432, ...account };
  return { host: "127.0.0.1", port: access.port, password: access.password, ...account };
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Lets the sentinel keep the process alive only while it closes. */
function holdProcess(client: pg.Client, hold: boolean) {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  if (hold) stream.ref();
  else stream.unref();
}
