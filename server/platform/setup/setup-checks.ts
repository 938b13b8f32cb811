import { setTimeout as pause } from "node:timers/promises";
import type { WarningKind } from "#contract/admin/system.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { databaseTime, wrongStock } from "#server/platform/checks/checks.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { openFileStore, checkFileStore } from "#server/platform/files/open-file-store.ts";
import { checkMailServer } from "#server/platform/mail/smtp-carrier.ts";
import { checkDisks, placesWrittenTo } from "./disk-space.ts";
import type { Warnings } from "./warnings.ts";
import { checkBackups, checkMailHold, checkRestoreTest } from "./backup-checks.ts";

const minuteMs = 60_000; // a problem that staff just fixed shouldn't look broken for long

/** Time until the next check, in ms; doubled after each failure, up to the time between checks of a current warning. */
const defaultWaits = { failed: 5000, troubled: minuteMs, succeeded: 600_000 };
const maxSkew = 5000; // ms between two clocks

/** `attempt` throws an error with a sentence for staff. `every` is the longest time between two attempts, in ms. */
type SetupCheck = { kind: WarningKind; attempt: () => Promise<void>; every?: number };

/** Returns the checks for this configuration; without a mail server, mails are files. */
export function setupChecks(configuration: Configuration, db: Database): SetupCheck[] {
  const { smtpUrl } = configuration;
  const files = openFileStore(configuration);
  return [
    { kind: "settings", attempt: async () => checkAddress(configuration) },
    { kind: "clock", attempt: () => checkClock(db) },
    { kind: "storage", attempt: () => checkFileStore(files) },
    ...(smtpUrl === undefined ? [] : [{ kind: "mail" as const, attempt: () => checkMailServer(smtpUrl) }]),
    { kind: "stock", attempt: () => checkStock(db) },
    { kind: "disk", attempt: () => checkDisks(placesWrittenTo(configuration)), every: minuteMs },
    { kind: "backup", attempt: () => checkBackups(db, configuration), every: minuteMs },
    { kind: "restore-test", attempt: () => checkRestoreTest(db, configuration), every: minuteMs },
    { kind: "mail-hold", attempt: () => checkMailHold(db, configuration), every: minuteMs },
  ];
}

/** Sessions and links expire by this machine's clock, jobs become due by the database's. */
export async function checkClock(db: Database, now = Date.now): Promise<void> {
  const sentAt = now();
  const databaseNow = await databaseTime(db).catch(() => undefined); // other checks report a database that is away
  const receivedAt = now();
  if (databaseNow === undefined) return;
  const skew = Math.max(sentAt - databaseNow, databaseNow - receivedAt);
  if (skew <= maxSkew) return;
  throw new Error(
    `The clocks of this machine and its database are ${Math.round(skew / 1000)} seconds apart. Sync both with a time server (NTP).`,
  );
}

/** Requires HTTPS in production, except on this machine, where nobody else can listen. */
export function checkAddress({ mode, publicUrl }: Pick<Configuration, "mode" | "publicUrl">): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (mode !== "production" || protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return;
  throw new Error(
    `PUBLIC_URL is ${publicUrl}: without HTTPS, others can read passwords in transit. Put TLS in front of the library.`,
  );
}

export async function checkStock(db: Database): Promise<void> {
  const wrong = await wrongStock(db).catch(() => 0); // other checks report a database that is away
  if (wrong === 0) return;
  throw new Error(
    `The stock of ${wrong === 1 ? "1 title" : `${wrong} titles`} doesn't match the copies and orders. See “Backups and checks”.`,
  );
}

/**
 * Starts running the checks in the background; a failing one raises a warning until it succeeds. Returns a function that
 * stops them.
 */
export function startSetupChecks(checks: readonly SetupCheck[], warnings: Warnings, waits = defaultWaits) {
  const stopping = new AbortController();
  const ended = checks.map((check) => repeatCheck(check, { warnings, waits, stopping: stopping.signal }));
  return async (): Promise<void> => {
    stopping.abort();
    await Promise.race([Promise.all(ended), pause(1000, undefined, { ref: false })]); // an attempt may hang until its timeout
  };
}

async function repeatCheck(
  { kind, attempt, every = Infinity }: SetupCheck,
  { warnings, waits, stopping }: { warnings: Warnings; waits: typeof defaultWaits; stopping: AbortSignal },
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
    const wait = failures === 0 ? Math.min(waits.succeeded, every) : waits.failed * 2 ** (failures - 1);
    // in steps, because a failure elsewhere may raise the warning before the next check
    for (let left = wait, step = 0; left > 0 && !stopping.aborted; left -= step) {
      step = Math.min(left, waits.troubled);
      await pause(step, undefined, { signal: stopping, ref: false }).catch(() => undefined);
      if (warnings.has(kind)) break;
    }
  }
}
