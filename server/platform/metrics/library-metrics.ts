import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Release } from "#server/platform/release.ts";
import type { LibraryFacts } from "./library-facts.queries.ts";
import { setTimeout as pause } from "node:timers/promises";

type Measured = {
  isDatabaseUp: boolean;
  database?: { isReadOnly: boolean; lost: number; slow: number } | undefined;
  pools: Record<string, { size: number; open: number; idle: number; waiting: number }>;
  callsInProgress: number;
  disks: readonly { setting: string; free: number; size: number }[];
  warnings: readonly string[];
};

export function libraryMetrics({ version, commit }: Release) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `library_${name}`, help, labelNames, registers: [registry] });
  const requests = new Histogram({
    name: "library_http_request_duration_seconds",
    help: "Requests from outside by call or page pattern, and status class; 503 is a class of its own",
    labelNames: ["route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  gauge("build_info", "Always 1; version and commit are labels", ["version", "commit"]).set({ version, commit }, 1);
  const process = processGauges(gauge);
  const stored = storedGauges(gauge);
  return {
    countRequest: (route: string, status: number, seconds: number) =>
      // an overload or an outage, which is no fault
      requests.observe({ route, status: status === 503 ? "503" : `${Math.floor(status / 100)}xx` }, seconds),
    /** Returns the text of a scrape; without facts, stored values stay as they were. */
    text(measured: Measured, facts: LibraryFacts | undefined): Promise<string> {
      process(measured);
      if (facts) stored(facts);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

type NewGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

function processGauges(gauge: NewGauge) {
  const up = gauge("database_up", "Whether the database answers");
  const readOnly = gauge("database_read_only", "Whether the database refused a change because it is read-only");
  const lost = gauge("database_connections_lost", "Connections that broke since the start");
  const slow = gauge("database_slow_statements", "Statements of SLOW_STATEMENT_MS or longer since the start");
  const maxConnections = gauge("database_connections_max", "Maximum number of open connections", ["pool"]);
  const connections = gauge("database_connections", "Open connections", ["pool", "state"]);
  const waiting = gauge("database_waiting", "Requests or jobs waiting for a connection", ["pool"]);
  const running = gauge("requests_running", "Calls in progress");
  const diskFree = gauge("disk_free_bytes", "Free space on the disk of a folder that is written to", ["folder"]);
  const diskSize = gauge("disk_size_bytes", "Size of the disk of a folder that is written to", ["folder"]);
  const warnings = gauge("warnings", "Warnings about the setup of this process", ["kind"]);
  return ({ isDatabaseUp, database, pools, callsInProgress, disks, warnings: kinds }: Measured) => {
    up.set(Number(isDatabaseUp));
    readOnly.set(Number(database?.isReadOnly ?? false));
    lost.set(database?.lost ?? 0);
    slow.set(database?.slow ?? 0);
    for (const [pool, counts] of Object.entries(pools)) {
      maxConnections.set({ pool }, counts.size);
      connections.set({ pool, state: "used" }, counts.open - counts.idle);
      connections.set({ pool, state: "idle" }, counts.idle);
      waiting.set({ pool }, counts.waiting);
    }
    running.set(callsInProgress);
    for (const { setting: folder, free, size } of disks) {
      diskFree.set({ folder }, free);
      diskSize.set({ folder }, size);
    }
    warnings.reset();
    for (const kind of kinds) warnings.set({ kind }, 1);
  };
}

/** Gauges of stored facts, which are the same in every instance. */
function storedGauges(gauge: NewGauge) {
  const readAt = gauge("facts_timestamp_seconds", "When the stored facts were last read");
  const mails = gauge("mails", "Emails that are waiting or were given up", ["state"]);
  const mailAge = gauge("mail_oldest_waiting_seconds", "Age of the oldest waiting email; 0 if there is none");
  const held = gauge("mail_held", "Whether emails are on hold after a restored backup");
  const jobs = gauge("jobs", "Jobs that are due, running, failing with retries left, or given up", ["state"]);
  const jobAge = gauge("job_oldest_due_seconds", "How long the oldest due job has been waiting; 0 if there is none");
  const backup = gauge("last_backup_timestamp_seconds", "When the last backup was made; 0 if never");
  const restoreTest = gauge(
    "last_restore_test_timestamp_seconds",
    "When a backup was last restored as a test; 0 if never",
  );
  const stockAt = gauge(
    "last_stock_check_timestamp_seconds",
    "When the stock was last compared with its rows; 0 if never",
  );
  const stockWrong = gauge("stock_disagreements", "Titles with a wrong stock at the last check");
  return (facts: LibraryFacts) => {
    const secondsOf = (at: Date | null) => (at ? at.getTime() / 1000 : 0);
    readAt.set(secondsOf(facts.read_at));
    mails.set({ state: "waiting" }, facts.mails_waiting);
    mails.set({ state: "given up" }, facts.mails_dead);
    mailAge.set(facts.oldest_mail);
    held.set(Number(facts.is_mail_held));
    jobs.set({ state: "due" }, facts.jobs_due);
    jobs.set({ state: "running" }, facts.jobs_running);
    jobs.set({ state: "failing" }, facts.jobs_failing);
    jobs.set({ state: "given up" }, facts.jobs_dead);
    jobAge.set(facts.oldest_job);
    backup.set(secondsOf(facts.backup_at));
    restoreTest.set(secondsOf(facts.restore_tested_at));
    stockAt.set(secondsOf(facts.stock_checked_at));
    stockWrong.set(facts.stock_wrong);
  };
}

const defaults = { ttl: 5000, timeoutMs: 1000 }; // ms

/**
 * Returns a function that reads facts at most once per `ttl`, one read at a time. It returns the last facts, if any, when
 * the database takes longer than `timeoutMs`.
 */
export function cachedFacts<T>(read: () => Promise<T>, { ttl, timeoutMs } = defaults): () => Promise<T | undefined> {
  let latest: T | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  const refresh = async () => {
    try {
      latest = await read();
    } catch {
      // other metrics report that the database is away
    }
    readAt = performance.now();
    reading = undefined;
  };
  return async () => {
    if (performance.now() - readAt >= ttl) reading ??= refresh();
    if (reading) await Promise.race([reading, pause(timeoutMs, undefined, { ref: false })]);
    return latest;
  };
}
