import { finished } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { slowDown } from "./caller.ts";

/** Who wants to read a long list. */
type Reader = { request: FastifyRequest; reply: FastifyReply; isStaff: boolean };

declare module "fastify" {
  interface FastifyInstance {
    /** Lets in who reads a long list, until the answer has ended; else throws 429 or 503. */
    letInToLongList: (reader: Reader) => Promise<void>;
  }
}

// A place is held while the client reads, so a few must do; visitors and staff do not wait for each other.
const size = { atOnce: 3, queue: 30, timeoutMs: 10_000 };
const perMinute = 20; // of a visitor's address; no screen asks for a long list
const slowest = 30_000; // ms for a piece of some hundred kB

/** Limits the long lists being read at once, and how often an address starts one. Call it after the rate limits. */
export function limitLongLists(app: FastifyInstance, rateLimitScale: number): void {
  const places = { staff: concurrencyLimit(size), visitors: concurrencyLimit(size) };
  const count = app.createRateLimit({
    max: Math.max(1, Math.round(perMinute * rateLimitScale)),
    timeWindow: "1 minute",
    allowList: [],
  });
  app.decorate("letInToLongList", async ({ request, reply, isStaff }) => {
    if (!isStaff) {
      const limit = await count(request);
      if (!limit.isAllowed && limit.isExceeded) slowDown(reply, limit.ttlInSeconds);
    }
    const leave = await places[isStaff ? "staff" : "visitors"].enter();
    const timer = endIfStalled(reply);
    finished(reply.raw, () => {
      clearInterval(timer);
      leave();
    });
  });
}

/** Ends the connection of a client that stops reading: it would keep its place. */
function endIfStalled({ raw }: FastifyReply): NodeJS.Timeout {
  let before = -1;
  const look = () => {
    const sent = raw.socket?.bytesWritten ?? 0;
    if (sent === before) raw.destroy();
    before = sent;
  };
  return setInterval(look, slowest).unref();
}
