import { setTimeout as pause } from "node:timers/promises";
import type { WarningKind } from "#contract/admin/system.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { databaseTime, wrongStock } from "#server/platform/checks/checks.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { openFileStore, tryFiles } from "#server/platform/files/open-file-store.ts";
import { tryMailServer } from "#server/platform/mail/smtp-carrier.ts";
import type { Log } from "#server/platform/log.ts";

/** Milliseconds until the next try: after a failure, doubled at each, at most as long as after a success. */
const usualWaits = { failed: 5000, worked: 600_000 };
const maxSkew = 5000; // ms between two clocks

/** Something that must be right. Its attempt throws an error with a sentence for staff. */
type SetupCheck = { kind: WarningKind; attempt: () => Promise<void> };

/** What is looked at from the start on; without a mail server, mails are files. */
export function setupChecks(configuration: Configuration, db: Database): SetupCheck[] {
  const { smtpUrl } = configuration;
  const files = openFileStore(configuration);
  return [
    { kind: "settings", attempt: async () => checkAddress(configuration) },
    { kind: "clock", attempt: () => checkClock(db) },
    { kind: "storage", attempt: () => tryFiles(files) },
    ...(smtpUrl === undefined ? [] : [{ kind: "mail" as const, attempt: () => tryMailServer(smtpUrl) }]),
    { kind: "stock", attempt: () => checkStock(db) },
  ];
}

/** Sessions and links run out by this machine's clock, and what is due by the database's. */
export async function checkClock(db: Database, now = Date.now): Promise<void> {
  const sent = now();
  const there = await timeThere(db);
  const got = now();
  if (there === undefined) return;
  const skew = Math.max(sent - there, there - got); // 0 or less: the answer lies between
  if (skew <= maxSkew) return;
  throw new Error(
    `The clocks of this machine and of its database are ${Math.round(skew / 1000)} seconds apart. Set both by a time server (NTP).`,
  );
}

/** Returns undefined while the database is away, which other checks report. */
async function timeThere(db: Database): Promise<number | undefined> {
  try {
    return await databaseTime(db);
  } catch {
    return undefined;
  }
}

/** On the same machine nobody can listen. */
export function checkAddress({ mode, publicUrl }: Pick<Configuration, "mode" | "publicUrl">): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (mode !== "production" || protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return;
  throw new Error(
    `PUBLIC_URL is ${publicUrl}: without https, passwords can be read on their way. Put TLS in front of the library.`,
  );
}

export async function checkStock(db: Database): Promise<void> {
  const wrong = await wrongStock(db).catch(() => 0); // other checks report a database that is away
  if (wrong === 0) return;
  throw new Error(
    `The stock of ${wrong === 1 ? "1 title" : `${wrong} titles`} is not what its copies and orders say. Which: under “Backups and checks”.`,
  );
}

/**
 * Tries all in the background, from the start on: one that fails is a warning until it works. Returns a function that
 * stops it.
 */
export function keepChecking(checks: readonly SetupCheck[], warnings: Warnings, waits = usualWaits) {
  const stopping = new AbortController();
  const ended = checks.map((check) => keepCheckingOne(check, { warnings, waits, stopping: stopping.signal }));
  return async (): Promise<void> => {
    stopping.abort();
    await Promise.race([Promise.all(ended), pause(1000, undefined, { ref: false })]); // a try may hang until its limit
  };
}

async function keepCheckingOne(
  { kind, attempt }: SetupCheck,
  { warnings, waits, stopping }: { warnings: Warnings; waits: typeof usualWaits; stopping: AbortSignal },
): Promise<void> {
  for (let failures = 0; !stopping.aborted;) {
    try {
      await attempt();
      failures = 0;
      warnings.clear(kind);
    } catch (error) {
      failures += 1;
      warnings.raise(kind, error instanceof Error ? error.message : String(error));
    }
    const wait = failures === 0 ? waits.worked : Math.min(waits.worked, waits.failed * 2 ** (failures - 1));
    await pause(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined); // the loop looks why
  }
}

/** What is wrong with how this process is set up; `since` is an ISO time. */
type Warning = { kind: WarningKind; sentence: string; since: string };

export type Warnings = ReturnType<typeof keepWarnings>;

/** What staff should know until it is over: one line in the log each time it begins or ends. */
export function keepWarnings(log: Pick<Log, "warn" | "info">) {
  const known = new Map<WarningKind, Warning>();
  return {
    raise(kind: WarningKind, sentence: string): void {
      const before = known.get(kind);
      if (before?.sentence === sentence) return;
      known.set(kind, { kind, sentence, since: before?.since ?? new Date().toISOString() });
      log.warn({ warning: kind }, sentence);
    },
    clear(kind: WarningKind): void {
      if (known.delete(kind)) log.info({ warning: kind }, "A warning is over.");
    },
    has: (kind: WarningKind) => known.has(kind),
    all: () => [...known.values()],
  };
}
