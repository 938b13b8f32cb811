import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import type { SecurityKind } from "#contract/people/staff.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { addSignInEvents, type Counted, type CountedTimes, keptTrailKey } from "./sign-in-log.queries.ts";

type Log = Record<"info" | "warn", (entry: object, message: string) => void>;

type SecurityHappening = {
  kind: SecurityKind;
  address: string;
  call: string;
  reqId: string;
  userId: number | null;
  sessionNumber: number | null;
  /** As it was typed; only its code is kept. */
  userName?: string | undefined;
};

const flushEvery = 10_000; // ms; a crash loses as much of the table, and nothing of the log
const patience = 2000; // ms that stopping waits for the last rows

export type SignInLog = ReturnType<typeof signInLog>;

/**
 * Writes what happens at the door to the log, each at once, and counts it in rows that a timer stores. Nobody waits for
 * it, and nothing that goes wrong with it reaches a request.
 */
export function signInLog({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
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
      if (waiting.length > 0) await addSignInEvents(db, waiting);
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

// A stranger fills no table: more than these are counted together, without what tells them apart.
const maxRows = { ofAnAddressInAMinute: 20, ofAKindInAnHour: 300, sumsInAnHour: 100, waiting: 20_000 };
const [minute, hour] = [60_000, 3_600_000]; // ms

/** What happened and is not stored yet, as few rows: one for each kind, address, call, account and minute. */
function eventCounts() {
  const rows = new Map<string, CountedTimes>();
  const opened = new Map<string, number>();

  const isLeft = (name: string, most: number) => (opened.get(name) ?? 0) < most;
  /** Whether there is room for one more row of this name; takes it. */
  const take = (name: string, most: number): boolean => {
    if (!isLeft(name, most)) return false;
    opened.set(name, (opened.get(name) ?? 0) + 1);
    return true;
  };

  /** Where an event may be counted: in its own row, in one of its address, or in one of its kind. */
  const placesOf = (counted: Counted, at: Date): readonly (readonly [Counted, () => boolean])[] => {
    const { kind, address } = counted;
    const ofKind = `${hourOf(at)} ${kind}`;
    const ofAddress = { ...counted, call: "", nameCode: "", userId: null, sessionNumber: null };
    const hasRoom = () =>
      isLeft(ofKind, maxRows.ofAKindInAnHour) &&
      take(`${counted.minute.getTime()} ${kind} ${address}`, maxRows.ofAnAddressInAMinute) &&
      take(ofKind, maxRows.ofAKindInAnHour);
    return [
      [counted, hasRoom],
      [ofAddress, () => take(`${ofKind} sums`, maxRows.sumsInAnHour)],
      [{ ...ofAddress, address: "" }, () => true],
    ];
  };

  return {
    add(event: Omit<Counted, "minute">, at: Date): void {
      for (const [place, hasRoom] of placesOf({ minute: minuteOf(at), ...event }, at)) {
        const row = rows.get(nameOf(place));
        if (!row && !hasRoom()) continue;
        rows.set(nameOf(place), { ...place, times: (row?.times ?? 0) + 1, lastAt: at });
        return;
      }
    },
    waiting: () => [...rows.values()].filter(({ times }) => times > 0),
    /** Takes off what was stored: it may have happened again since. */
    stored(sent: readonly CountedTimes[]): void {
      for (const { times, ...counted } of sent) {
        const row = rows.get(nameOf(counted));
        if (row) rows.set(nameOf(row), { ...row, times: row.times - times });
      }
    },
    /** Drops what is stored and over, and the oldest above a limit, whose number it gives. */
    forget(now: Date): number {
      for (const [name, row] of rows) if (row.times === 0 && row.minute < minuteOf(now)) rows.delete(name);
      for (const name of opened.keys()) if (Number(name.split(" ")[0]) < hourOf(now)) opened.delete(name);
      const surplus = [...rows.keys()].slice(0, Math.max(0, rows.size - maxRows.waiting));
      for (const name of surplus) rows.delete(name);
      return surplus.length;
    },
  };
}

/** None of its parts has a line break. */
const nameOf = ({ minute: of, kind, address, call, nameCode, userId, sessionNumber }: Counted) =>
  [of.getTime(), kind, address, call, nameCode, userId, sessionNumber].join("\n");
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / minute) * minute);
const hourOf = (at: Date) => Math.floor(at.getTime() / hour) * hour;
