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

export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** Whether this process started the running server; false when it uses another process's server. */
  isOwner(): boolean;
  /** Releases the server. If this process started it, it shuts down cleanly. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Extra server settings that override the defaults. */
  settings?: Settings;
  /** Milliseconds without any sign of life until a start is given up. */
  startLimit?: number;
  /** Milliseconds until a server that says it is starting is given up. */
  recoveryLimit?: number;
  /** Called when the server was lost and is back, and when it could not be restarted. */
  onEvent?: (event: { level: "warn" | "error"; message: string }) => void;
};

const usualStartLimit = 30_000; // ms
/** Between the tries of a start, as parts of the limit: a killed server's remains may take seconds to end. */
const waits = [0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12, 0.24];
const usualRecoveryLimit = 600_000; // ms for a server that answers "starting up" while it replays its log after a crash

const longestLog = 1_000_000; // bytes

/**
 * Starts the database in `folder`, or uses the one another of our processes runs there. If its owner goes away (killed
 * or ended), this process restarts it. Throws an error of one sentence.
 */
export async function openEmbeddedPostgres(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const binaries = await locateBinaries();
  const prepared = prepareDataFolder(folder, binaries);
  const keeper = new Keeper(prepared, binaries, options);
  await keeper.acquire();
  return {
    connection: keeper.connection,
    isOwner: () => keeper.isOwner(),
    stop: () => keeper.stop(),
  };
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

  isOwner(): boolean {
    return this.#watchdog !== undefined && isRunning(this.#watchdog);
  }

  acquire(): Promise<void> {
    this.#acquiring = this.#acquire();
    return this.#acquiring;
  }

  async #acquire(): Promise<void> {
    const startLimit = this.#options.startLimit ?? usualStartLimit;
    let patience = Date.now() + startLimit;
    const end = Date.now() + (this.#options.recoveryLimit ?? usualRecoveryLimit);
    let logFrom = this.#logLength();
    let [tries, nextTry] = [0, 0];
    let holder: LockHolder | undefined;
    while (!this.#stopping) {
      const found = await this.#connectSentinel();
      if (found === "up") return;
      if (found === "busy") patience = Math.min(end, Date.now() + startLimit);
      if (Date.now() > patience) throw new StartError(this.#whyNoAnswer(holder, logFrom));
      if (found === "down" && !this.isOwner() && Date.now() >= nextTry) {
        if (tries > 0) this.#judgeFailedStart(logFrom, tries);
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
      this.#tell(
        "warn",
        `${this.#folder.cluster} is a copy of ${copiedFrom}, made while the database was running there. ` +
          "What was written during the copying can be missing or damaged.",
      );
    return holder;
  }

  /** Retries a start that lost a race with another process or with the remains of a killed server. */
  #judgeFailedStart(logFrom: number, tries: number) {
    const words = this.#logSince(logFrom);
    const canPass = /postmaster\.pid|\.lock"|shared memory block|another postmaster|could not bind/i;
    if (words.length === 0 || (words.some((line) => canPass.test(line)) && tries < waits.length)) return;
    const often = tries === waits.length ? `, although it was tried ${tries} times` : "";
    throw new StartError(
      `The built-in database did not start${often}. ${this.#lastWords(logFrom)}${often && this.#remedy(words)}`,
    );
  }

  #remedy(words: readonly string[]): string {
    const file = words.map((line) => /lock file "(.+?)"/.exec(line)?.[1]).find((name) => name !== undefined);
    return file === undefined
      ? `. Processes of an earlier server still use ${this.#folder.cluster}: end them, then start again.`
      : `. If no other PostgreSQL uses ${this.#folder.cluster}, remove the file ${path.resolve(this.#folder.cluster, file)}, then start again.`;
  }

  #whyNoAnswer(holder: LockHolder | undefined, logFrom: number): string {
    if (holder === undefined) return `The built-in database does not answer. ${this.#lastWords(logFrom)}`;
    return `The built-in database of ${this.#folder.cluster} runs as process ${holder.pid}, which does not answer: end that process, then start again.`;
  }

  /** An idle connection whose end signals at once that the server is gone. */
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
      // Starting up or shutting down; too many connections.
      return code === "57P03" || code === "53300" ? "busy" : "down";
    }
    this.#sentinel = client;
    client.once("end", () => this.#recover());
    holdProcess(client, false);
    return "up";
  }

  #recover() {
    if (this.#stopping) return;
    this.#tell("warn", "The built-in database went away; starting it again.");
    this.acquire().then(
      () => this.#tell("warn", "The built-in database is back."),
      (error: unknown) => this.#tell("error", error instanceof Error ? error.message : String(error)),
    );
  }

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
    if (this.#logLength() > longestLog) fs.renameSync(this.#folder.log, `${this.#folder.log}.old`);
  }

  #logLength(): number {
    return fs.existsSync(this.#folder.log) ? fs.statSync(this.#folder.log).size : 0;
  }

  /** What the log says of the server's own errors since then, without that of sessions it ended or refused. */
  #logSince(position: number): string[] {
    if (!fs.existsSync(this.#folder.log)) return [];
    const lines = fs.readFileSync(this.#folder.log).subarray(position).toString("utf8").split("\n");
    const ofSessions = /terminating connection|the database system is|connection slots|too many clients/;
    return lines.filter((line) => /FATAL|PANIC|could not/.test(line) && !ofSessions.test(line));
  }

  #lastWords(position: number): string {
    const words = this.#logSince(position)
      .at(-1)
      ?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, "");
    return words === undefined ? `Its log is ${this.#folder.log}.` : `It says: ${words} (log: ${this.#folder.log})`;
  }

  #tell(level: "warn" | "error", message: string) {
    this.#options.onEvent?.({ level, message });
  }
}

function connectionTo({ access }: DataFolder): EmbeddedConnection {
  const who = { user: superuser, database: "postgres" };
  if ("socketFolder" in access) return { host: access.socketFolder, port: 5432, ...who };
  return { host: "127.0.0.1", port: access.port, password: access.password, ...who };
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** The sentinel must not keep the process alive, except while it is closing, or the process ends halfway. */
function holdProcess(client: pg.Client, hold: boolean) {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  if (hold) stream.ref();
  else stream.unref();
}
