import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import type { SecurityKind } from "#contract/people/staff.ts";
import { isOutage } from "#server/platform/errors/database-errors.ts";
import type { Key } from "#server/platform/secret-key/secret-key.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import { addSignInEvents, type CountedRow, type EventRow } from "./sign-in-log.queries.ts";

type Log = Record<"debug" | "info" | "warn", (entry: object, message: string) => void>;

type SecurityEvent = {
  kind: SecurityKind;
  address: string;
  call: string;
  reqId: string;
  userId: number | null;
  sessionNumber: number | null;
  /** As typed; only a hash of it is stored. */
  userName?: string | undefined;
};

const flushIntervalMs = 10_000; // a crash loses this much of the table, but nothing of the log
const closeTimeoutMs = 2000; // how long stopping waits for the last rows

export type SignInLog = ReturnType<typeof signInLog>;

/**
 * Creates the sign-in log: it writes each security event to the log at once, and counts it in rows that a timer stores.
 * Requests never wait for it or fail because of it.
 */
export function signInLog({ db, clock, configuration, log }: ConfiguredParts<"secretKey"> & { log: Log }) {
  const counts = eventCounts();
  const write = async ({ userName, ...event }: SecurityEvent): Promise<void> => {
    const at = clock.now();
    const keys = userName ? await configuration.secretKey.keys(at) : undefined;
    const nameCode = userName && keys ? nameCodeOf(userName, keys.current) : "";
    const { kind, address, call, reqId, userId, sessionNumber } = event;
    const entry = { event: kind, address, call, reqId, user: userId, session: sessionNumber, name: nameCode };
    log[isTrouble.has(kind) ? "warn" : "info"](entry, "security");
    counts.add({ kind, address: networkOf(address), call, nameCode, userId, sessionNumber }, at);
  };

  let isFailing = false;
  const store = sharedRead(async () => {
    const waiting = counts.waiting();
    try {
      if (waiting.length > 0) await addSignInEvents(db, waiting);
      counts.stored(waiting);
      isFailing = false;
    } catch (error) {
      const details = { trouble: String(error), rows: waiting.length };
      log[isFailing || isOutage(error) ? "debug" : "warn"](details, "security events are waiting to be stored");
      isFailing ||= !isOutage(error);
    }
    const lost = counts.prune(clock.now());
    if (lost > 0) log.warn({ rows: lost }, "security events were not stored");
  });

  const timer = setInterval(() => void store(), flushIntervalMs);
  timer.unref();
  const pending = new Set<Promise<void>>();
  return {
    /** Returns the hashes of a name with every key. */
    codesOf: async (userName: string): Promise<string[]> =>
      (await configuration.secretKey.keys(clock.now())).all.map((key) => nameCodeOf(userName, key)),
    record(event: SecurityEvent): void {
      const writing = write(event)
        .catch((error: unknown) => log.warn({ trouble: String(error) }, "a security event was not recorded"))
        .finally(() => pending.delete(writing));
      pending.add(writing);
    },
    /** Stores all events so far; never fails. */
    async flush(): Promise<void> {
      await Promise.all(pending);
      await store();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      const timeout = new AbortController();
      await Promise.race([store(), pause(closeTimeoutMs, undefined, { signal: timeout.signal, ref: false })]);
      timeout.abort();
    },
  };
}

const isTrouble = new Set<SecurityKind>(["log-in-failed", "limit-hit", "access-refused", "token-forged"]);

/** Hashes a typed user name, so that neither the database nor a backup reveals a password typed there. */
const nameCodeOf = (userName: string, { naming }: Pick<Key, "naming">): string =>
  createHmac("sha256", naming).update(userName.trim().toLowerCase()).digest("base64url").slice(0, 22);

/** Returns the address, or its /64 for IPv6, because a subscriber has all of it. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
    : parsed.toString();
}

// Keeps strangers from filling the table: beyond these limits, events are summed without their details.
const maxRows = { perAddressAndMinute: 20, perKindAndHour: 300, sumsPerHour: 100, waiting: 20_000 };
const [minute, hour] = [60_000, 3_600_000]; // ms

/** Counts events that are not stored yet, with one row per kind, address, call, account, and minute. */
function eventCounts() {
  const rows = new Map<string, CountedRow>();
  const rowCounts = new Map<string, number>();

  const hasRoomFor = (name: string, max: number) => (rowCounts.get(name) ?? 0) < max;
  const takeRoom = (name: string, max: number): boolean => {
    if (!hasRoomFor(name, max)) return false;
    rowCounts.set(name, (rowCounts.get(name) ?? 0) + 1);
    return true;
  };

  /** Lists the rows that may count an event: its own, its address's, or its kind's. */
  const candidatesOf = (row: EventRow, at: Date): readonly (readonly [EventRow, () => boolean])[] => {
    const { kind, address } = row;
    const ofKind = `${hourOf(at)} ${kind}`;
    const ofAddress = { ...row, call: "", nameCode: "", userId: null, sessionNumber: null };
    const hasRoom = () =>
      hasRoomFor(ofKind, maxRows.perKindAndHour) &&
      takeRoom(`${row.minute.getTime()} ${kind} ${address}`, maxRows.perAddressAndMinute) &&
      takeRoom(ofKind, maxRows.perKindAndHour);
    return [
      [row, hasRoom],
      [ofAddress, () => takeRoom(`${ofKind} sums`, maxRows.sumsPerHour)],
      [{ ...ofAddress, address: "" }, () => true],
    ];
  };

  return {
    add(event: Omit<EventRow, "minute">, at: Date): void {
      for (const [candidate, hasRoom] of candidatesOf({ minute: minuteOf(at), ...event }, at)) {
        const row = rows.get(nameOf(candidate));
        if (!row && !hasRoom()) continue;
        rows.set(nameOf(candidate), { ...candidate, times: (row?.times ?? 0) + 1, lastAt: at });
        return;
      }
    },
    waiting: () => [...rows.values()].filter(({ times }) => times > 0),
    /** Subtracts stored counts, because events may have happened since. */
    stored(rowsStored: readonly CountedRow[]): void {
      for (const { times, ...event } of rowsStored) {
        const row = rows.get(nameOf(event));
        if (row) rows.set(nameOf(row), { ...row, times: row.times - times });
      }
    },
    /** Drops stored rows of past minutes, and the oldest rows above the limit; returns how many of those. */
    prune(now: Date): number {
      for (const [name, row] of rows) if (row.times === 0 && row.minute < minuteOf(now)) rows.delete(name);
      for (const name of rowCounts.keys()) if (Number(name.split(" ")[0]) < hourOf(now)) rowCounts.delete(name);
      const surplus = [...rows.keys()].slice(0, Math.max(0, rows.size - maxRows.waiting));
      for (const name of surplus) rows.delete(name);
      return surplus.length;
    },
  };
}

/** Joins with line breaks, which no part contains. */
const nameOf = ({ minute: start, kind, address, call, nameCode, userId, sessionNumber }: EventRow) =>
  [start.getTime(), kind, address, call, nameCode, userId, sessionNumber].join("\n");
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / minute) * minute);
const hourOf = (at: Date) => Math.floor(at.getTime() / hour) * hour;
