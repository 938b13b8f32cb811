import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import type { SecurityKind } from "#contract/staff/security-trail.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import { eventCounts } from "./event-counts.ts";
import { addSecurityEvents, keptTrailKey } from "./security-trail.queries.ts";

/** What the trail needs of a log. */
type Log = Record<"info" | "warn", (entry: object, message: string) => void>;

type SecurityHappening = {
  kind: SecurityKind;
  address: string;
  call: string;
  /** The request's name in the log. */
  reqId: string;
  userId: number | null;
  sessionNumber: number | null;
  /** As it was typed; only its code is kept. */
  userName?: string | undefined;
};

const flushEvery = 10_000; // ms; a crash loses as much of the table, and nothing of the log
const patience = 2000; // ms that stopping waits for the last rows

export type SecurityTrail = ReturnType<typeof securityTrail>;

/**
 * Writes what happens at the door to the log, each at once, and counts it in rows that a timer stores. Nobody waits for
 * it, and nothing that goes wrong with it reaches a request.
 */
export function securityTrail({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  const counts = eventCounts();
  const codeOf = nameCodes(db);

  const note = async ({ userName, ...happening }: SecurityHappening): Promise<void> => {
    const at = clock.now();
    const nameCode = userName ? await codeOf(userName).catch(() => "") : "";
    const { kind, address, call, reqId, userId, sessionNumber } = happening;
    const entry = { event: kind, address, call, reqId, user: userId, session: sessionNumber, name: nameCode };
    log[isTrouble.has(kind) ? "warn" : "info"](entry, "security");
    counts.add({ kind, address: networkOf(address), call, nameCode, userId, sessionNumber }, at);
  };

  const store = oneAtATime(async () => {
    const waiting = counts.waiting();
    try {
      if (waiting.length > 0) await addSecurityEvents(db, waiting);
      counts.stored(waiting);
    } catch (error) {
      log.warn({ trouble: String(error), rows: waiting.length }, "security events wait to be stored");
    }
    const lost = counts.forget(clock.now());
    if (lost > 0) log.warn({ rows: lost }, "security events were not stored");
  });

  const timer = setInterval(() => void store(), flushEvery);
  timer.unref();
  const underWay = new Set<Promise<void>>();
  return {
    codeOf,
    /** Notes it in the background. */
    record(happening: SecurityHappening): void {
      const noted = note(happening)
        .catch((error: unknown) => log.warn({ trouble: String(error) }, "a security event was not noted"))
        .finally(() => underWay.delete(noted));
      underWay.add(noted);
    },
    /** Stores what happened until now; never fails. */
    async flush(): Promise<void> {
      await Promise.all(underWay);
      await store();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      const late = new AbortController();
      await Promise.race([store(), pause(patience, undefined, { signal: late.signal, ref: false })]);
      late.abort();
    },
  };
}

const isTrouble = new Set<SecurityKind>(["log-in-failed", "limit-hit", "access-refused", "token-forged"]);

/** Gives the code of a user name, by a key that is read once. */
function nameCodes(db: Database): (userName: string) => Promise<string> {
  let key: Promise<string> | undefined;
  return async (userName) => {
    key ??= keptTrailKey(db, randomBytes(32).toString("base64url")).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac("sha256", await key)
      .update(userName.trim().toLowerCase())
      .digest("base64url")
      .slice(0, 22);
  };
}

/** Work that runs once at a time; who asks while it runs gets the next run, which all others who ask share. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    if (!current) {
      current = work().finally(() => {
        current = undefined;
      });
      return current;
    }
    next ??= current.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
  return run;
}

/** One subscriber has a whole /64 of IPv6. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
    : parsed.toString();
}
