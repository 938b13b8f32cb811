import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "./connection-pool.ts";

const limit = { answer: 800, fresh: 500, client: 5000 }; // ms

/**
 * Says within a second whether the database answers, however many ask and whatever hangs: over one connection of its own,
 * one question at a time, whose answer all share and is good for a moment.
 */
export function databaseProbe(connection: ConnectionSettings) {
  let client: pg.Client | undefined;
  let asked: { at: number; answer: Promise<boolean> } | undefined;
  let known: { at: number; answer: boolean } | undefined;

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      ...connection,
      application_name: "library health",
      connectionTimeoutMillis: limit.client,
      query_timeout: limit.client,
    });
    fresh.on("error", () => forget(fresh));
    fresh.on("end", () => forget(fresh));
    await fresh.connect();
    return fresh;
  };
  const forget = (gone: pg.Client) => {
    if (client === gone) client = undefined;
  };

  const ask = async (): Promise<boolean> => {
    try {
      client ??= await connect();
      await client.query("select 1");
      return true;
    } catch {
      void client?.end().catch(() => {});
      client = undefined;
      return false;
    }
  };
  const question = () => {
    const at = performance.now();
    const answer = ask().then((answers) => {
      known = { at: performance.now(), answer: answers };
      asked = undefined;
      return answers;
    });
    return { at, answer };
  };

  return {
    answers: async (): Promise<boolean> => {
      const now = performance.now();
      if (known && now - known.at < limit.fresh) return known.answer;
      asked ??= question();
      const left = Math.max(0, asked.at + limit.answer - now);
      return Promise.race([asked.answer, pause(left, false, { ref: false })]);
    },
    end: async (): Promise<void> => client?.end(),
  };
}
