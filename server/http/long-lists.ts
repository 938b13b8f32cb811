import { finished } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { HttpError } from "#server/refusals/http-error.ts";

type Reader = { request: FastifyRequest; reply: FastifyReply; isStaff: boolean };

declare module "fastify" {
  interface FastifyInstance {
    /** Claims a slot for a long list until the answer ends; throws 429, or 503 when no slot becomes available. */
    claimListSlot: (reader: Reader) => Promise<void>;
  }
}

// A slot is taken while the client reads, so there are few; visitors and staff do not wait for each other.
const bounds = { max: 3, maxQueued: 30, timeoutMs: 10_000 };
const perMinute = 20; // for a visitor's address; no screen requests a long list
const stallMs = 30_000; // for a piece of some hundred kB

/** Limits how many long lists are read at once, and how often an address starts one. Call it after `limitRequests`. */
export function limitLongLists(app: FastifyInstance, rateLimitScale: number): void {
  const slots = { staff: concurrencyLimit(bounds), visitors: concurrencyLimit(bounds) };
  const count = app.createRateLimit({
    max: Math.max(1, Math.round(perMinute * rateLimitScale)),
    timeWindow: "1 minute",
    allowList: [],
  });
  app.decorate("claimListSlot", async ({ request, reply, isStaff }) => {
    if (!isStaff) {
      const limit = await count(request);
      if (!limit.isAllowed && limit.isExceeded) throw new HttpError(429, undefined, limit.ttlInSeconds);
    }
    const release = await slots[isStaff ? "staff" : "visitors"].enter();
    const timer = endIfStalled(reply);
    finished(reply.raw, () => {
      clearInterval(timer);
      release();
    });
  });
}

/** Closes the connection of a client that stops reading its answer, which would keep its slot forever. */
function endIfStalled({ raw }: FastifyReply): NodeJS.Timeout {
  let previous = -1;
  const check = () => {
    if (!raw.headersSent) return; // such as while a PDF is drawn
    const sent = raw.socket?.bytesWritten ?? 0;
    if (sent === previous) raw.destroy();
    previous = sent;
  };
  return setInterval(check, stallMs).unref();
}
