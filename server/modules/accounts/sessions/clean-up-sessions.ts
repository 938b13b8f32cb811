import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { deleteExpiredCounters } from "../credentials/attempt-limits.queries.ts";
import { deleteExpiredResets } from "../reset/reset.queries.ts";
import { deleteExpiredSessions } from "./session.queries.ts";

/** Deletes sessions, counters and links whose time is over. */
export async function cleanUpSessions(db: Database, clock: Clock): Promise<void> {
  await deleteExpiredSessions(db, clock.now());
  await deleteExpiredResets(db, clock.now());
  await deleteExpiredCounters(db, clock.now());
}
