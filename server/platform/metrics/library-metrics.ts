import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Release } from "#server/platform/release.ts";
import type { LibraryFacts } from "./library-facts.queries.ts";
import { setTimeout as pause } from "node:timers/promises";

type Measured = {
  isDatabaseThere: boolean;
  database?: { isReadOnly: boolean; lost: number; slow: number } | undefined;
  pools: Record<string, { size: number; open: number; idle: number; waiting: number }>;
  callsUnderWay: number;
  warnings: readonly string[];
};

export function libraryMetrics({ version, commit }: Release) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `library_${name}`, help, labelNames, registers: [registry] });
  const requests = new Histogram({
    name: "library_http_request_duration_seconds",
    help: "Requests from outside by call or pattern of the page, and class of status",
    labelNames: ["route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  gauge("build_info", "Always 1; version and commit are labels", ["version", "commit"]).set({ version, commit }, 1);
  const process = processGauges(gauge);
  const stored = storedGauges(gauge);
  return {
    countRequest: (route: string, status: number, seconds: number) =>
      requests.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    /** The text of a scrape; without facts what is stored is left as it was. */
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
  const readOnly = gauge("database_read_only", "Whether the database refused a change because it only reads");
  const lost = gauge("database_connections_lost", "Connections that broke since the start");
  const slow = gauge("database_slow_statements", "Statements of SLOW_STATEMENT_MS or longer since the start");
  const most = gauge("database_connections_max", "Connections that may be open", ["pool"]);
  const connections = gauge("database_connections", "Connections that are open", ["pool", "state"]);
  const line = gauge("database_waiting", "Requests or jobs that wait for a connection", ["pool"]);
  const running = gauge("requests_running", "Calls under way");
  const warnings = gauge("warnings", "Warnings about how this process is set up", ["kind"]);
  return ({ isDatabaseThere, database, pools, callsUnderWay, warnings: kinds }: Measured) => {
    up.set(Number(isDatabaseThere));
    readOnly.set(Number(database?.isReadOnly ?? false));
    lost.set(database?.lost ?? 0);
    slow.set(database?.slow ?? 0);
    for (const [pool, counts] of Object.entries(pools)) {
      most.set({ pool }, counts.size);
      connections.set({ pool, state: "used" }, counts.open - counts.idle);
      connections.set({ pool, state: "idle" }, counts.idle);
      line.set({ pool }, counts.waiting);
    }
    running.set(callsUnderWay);
    warnings.reset();
    for (const kind of kinds) warnings.set({ kind }, 1);
  };
}

/** What the database knows: the same from every instance. */
function storedGauges(gauge: NewGauge) {
  const readAt = gauge("facts_timestamp_seconds", "When what is stored was last read");
  const mails = gauge("mails", "Emails that wait, or were given up", ["state"]);
  const mailAge = gauge("mail_oldest_waiting_seconds", "Age of the oldest email that waits; 0: none does");
  const held = gauge("mail_held", "Whether emails are held after a backup was restored");
  const jobs = gauge("jobs", "Jobs that are due, under way, failing and tried again, or given up", ["state"]);
  const jobAge = gauge("job_oldest_due_seconds", "How long the oldest job that is due waits; 0: none does");
  const backup = gauge("last_backup_timestamp_seconds", "When the last backup was made; 0: never");
  const backupFailed = gauge("last_backup_failed", "Whether the last try of a backup failed");
  const stockAt = gauge(
    "last_stock_check_timestamp_seconds",
    "When the stock was last compared with its rows; 0: never",
  );
  const stockWrong = gauge("stock_disagreements", "Titles whose stock is not what their rows say, at the last check");
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
    backupFailed.set(Number(facts.has_backup_failed));
    stockAt.set(secondsOf(facts.stock_checked_at));
    stockWrong.set(facts.stock_wrong);
  };
}

const usual = { fresh: 5000, patience: 1000 }; // ms

/**
 * Reads facts at most every few seconds, however many ask, and one read at a time. Who asks waits for a moment, and gets
 * what was read last when the database takes longer or does not answer; undefined: it never has.
 */
export function keepFacts<T>(read: () => Promise<T>, { fresh, patience } = usual): () => Promise<T | undefined> {
  let known: T | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  const look = async () => {
    try {
      known = await read();
    } catch {
      // others say that the database is away
    }
    readAt = performance.now();
    reading = undefined;
  };
  return async () => {
    if (performance.now() - readAt >= fresh) reading ??= look();
    if (reading) await Promise.race([reading, pause(patience, undefined, { ref: false })]);
    return known;
  };
}
