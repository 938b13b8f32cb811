import type { FastifyInstance } from "fastify";
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import * as z from "zod";
import type { Database } from "#server/platform/database.ts";
import { addRequests } from "./request-counts.queries.ts";

/** What the limiter says of a limit: its size, and its route. Pages and long lists have none and differ by their size. */
const told = z.object({
  max: z.number(),
  routeInfo: z.object({ method: z.coerce.string().default("page"), url: z.string().default("") }),
});

/** What one key asked: here, of that already told, and of the other instances. */
type Count = { here: number; told: number; elsewhere: number; endsAt: number };

const every = 2000; // ms between two looks at the other instances
const most = 5000; // keys of one limit that are counted; the oldest goes first
const worthTelling = 1 / 20; // of a limit: who asks less than this costs the database nothing

/**
 * Counts requests for all instances: each counts its own, and tells the database every other second what those added who ask
 * much. A limit is therefore one for all, within two seconds and a twentieth. Without the database each counts alone.
 */
export function sharedCounts(app: FastifyInstance, db: Database): FastifyRateLimitStoreCtor {
  const stores: CountStore[] = [];
  const timer = setInterval(() => {
    share(db, stores).catch((err: unknown) => app.log.debug({ err }, "requests are counted by this instance alone"));
  }, every);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
  return class extends CountStore {
    constructor() {
      super("", stores);
    }
  };
}

async function share(db: Database, stores: readonly CountStore[]): Promise<void> {
  const now = Date.now();
  const news = new Map(stores.flatMap((store) => store.news(now)));
  if (news.size === 0) return;
  const told = [...news].map(([key, { here, told: before, endsAt }]) => ({ key, requests: here - before, endsAt }));
  const added = new Map(told.map(({ key, requests }) => [key, requests]));
  for (const { key, requests, endsAt } of await addRequests(db, told, now)) {
    const count = news.get(key);
    if (count === undefined) continue;
    count.told += added.get(key) ?? 0;
    count.elsewhere = Math.max(0, requests - count.told);
    count.endsAt = endsAt;
  }
}

/** The counts of one limit, and of those below it. */
class CountStore implements FastifyRateLimitStore {
  readonly #limit: string;
  readonly #all: CountStore[];
  readonly #counts = new Map<string, Count>();
  #most = Infinity;

  constructor(limit: string, all: CountStore[]) {
    this.#limit = limit;
    this.#all = all;
    all.push(this);
  }

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow = 60_000,
    max = Infinity,
  ) {
    const now = Date.now();
    this.#most = max;
    let count = this.#counts.get(key);
    if (count === undefined || count.endsAt <= now) {
      count = { here: 0, told: 0, elsewhere: 0, endsAt: now + timeWindow };
      this.#counts.delete(key);
      this.#counts.set(key, count);
      const [oldest] = this.#counts.keys();
      if (this.#counts.size > most && oldest !== undefined) this.#counts.delete(oldest);
    }
    count.here += 1;
    callback(null, { current: count.here + count.elsewhere, ttl: count.endsAt - now });
  }

  child(route: object): CountStore {
    const { max, routeInfo } = told.parse(route);
    return new CountStore(`${max} ${routeInfo.method} ${routeInfo.url}`, this.#all);
  }

  /** The counts that the other instances should know, by the key of the limit. */
  news(now: number): [string, Count][] {
    const least = this.#most * worthTelling;
    return [...this.#counts]
      .filter(([, { here, told, endsAt }]) => endsAt > now && here > told && here >= least)
      .map(([key, count]) => [`requests ${this.#limit} ${key}`.slice(0, 255), count]);
  }
}
