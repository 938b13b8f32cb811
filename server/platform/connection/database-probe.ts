import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type ConnectionSettings, rereadAddress } from "./connection-settings.ts";
import type { DatabaseFacts, DatabaseWatch } from "./watch-database.ts";

const limits = { answer: 800, cache: 500, client: 5000 }; // ms

type Watch = Pick<DatabaseWatch, "connected" | "away"> & { facts: () => Pick<DatabaseFacts, "isRefused"> };

/**
 * Creates a probe that reports within a second whether the database answers. It has its own connection and runs one query
 * at a time, and all callers share its result for a moment. While the database refuses new connections, it tries one.
 */
export function databaseProbe(connection: ConnectionSettings, watch: Watch) {
  let client: pg.Client | undefined;
  let pending: { at: number; answer: Promise<boolean> } | undefined;
  let latest: { at: number; answer: boolean } | undefined;

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      ...connection,
      application_name: "library health",
      connectionTimeoutMillis: limits.client,
      query_timeout: limits.client,
    });
    fresh.on("error", () => discard(fresh));
    fresh.on("end", () => discard(fresh));
    try {
      await fresh.connect();
    } catch (error) {
      watch.away(error);
      rereadAddress(connection, error);
      throw error;
    }
    watch.connected();
    return fresh;
  };
  const discard = (oldClient: pg.Client) => {
    if (client === oldClient) client = undefined;
  };

  const drop = () => {
    void client?.end().catch(() => {});
    client = undefined;
  };

  const check = async (): Promise<boolean> => {
    try {
      if (watch.facts().isRefused) drop();
      client ??= await connect();
      await client.query("select 1");
      return true;
    } catch {
      drop();
      return false;
    }
  };
  const query = () => {
    const at = performance.now();
    const answer = check().then((answers) => {
      latest = { at: performance.now(), answer: answers };
      pending = undefined;
      return answers;
    });
    return { at, answer };
  };

  return {
    answers: async (): Promise<boolean> => {
      const now = performance.now();
      if (latest && now - latest.at < limits.cache) return latest.answer;
      pending ??= query();
      const remaining = Math.max(0, pending.at + limits.answer - now);
      return Promise.race([pending.answer, pause(remaining, false, { ref: false })]);
    },
    end: async (): Promise<void> => client?.end(),
  };
}
