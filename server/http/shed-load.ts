import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyReply } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import rateLimit from "@fastify/rate-limit";
import { internalAddress } from "./pages/send-page.ts";
import type { Configuration } from "#server/platform/configuration.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Counts a call as in progress and returns a function that ends it; throws 503 when there are too many. */
    beginCall: (request: FastifyRequest, reply: FastifyReply) => () => void;
    callsInProgress: () => number;
  }
}

const defaultMaxCalls = 100; // several times the database connections: more calls would wait longer than a second
const visitorShare = 0.6; // for visitors' reads, so that others can still log in and work
const retryAfter = 10; // seconds

/**
 * Answers calls with 503 while `maxCalls` are in progress or the event loop is `busyAfter` ms late (0 turns this off).
 * Pages and files are always served: a page without its script is worse than a late one, and it retries its calls.
 */
export async function shedLoad(app: FastifyInstance, busyAfter: number, maxCalls = defaultMaxCalls): Promise<void> {
  const busy = (reply: FastifyReply) => {
    reply.header("retry-after", retryAfter);
    return new HttpError(503);
  };
  await app.register(underPressure, {
    maxEventLoopDelay: busyAfter,
    pressureHandler: async ({ routeOptions }, reply) => {
      if (routeOptions.config?.call !== undefined) throw busy(reply);
    },
  });
  let inProgress = 0;
  const isFull = (share = 1) => inProgress >= maxCalls * share;
  app.addHook("onRequest", async ({ routeOptions }, reply) => {
    if (routeOptions.config?.call !== undefined && isFull()) throw busy(reply);
  });
  app.decorate("callsInProgress", () => inProgress);
  app.decorate("beginCall", ({ method, session }, reply) => {
    if (isFull(method === "GET" && !session ? visitorShare : 1)) throw busy(reply);
    inProgress += 1;
    let isCounted = true;
    return () => {
      if (isCounted) inProgress -= 1;
      isCounted = false;
    };
  });
}

const perMinute = 1200; // for an address, which a whole school may share

/**
 * Limits the requests of each address by matched route, so that no spelling of a path escapes. Files and our own requests
 * for rendering are not counted. Pages have their own limit in the not-found handler, so that reading never costs a call.
 */
export async function limitRequests(app: FastifyInstance, { rateLimitScale }: Pick<Configuration, "rateLimitScale">) {
  await app.register(rateLimit, {
    max: perMinute * rateLimitScale,
    timeWindow: "1 minute",
    allowList: ({ routeOptions: { config }, raw }) =>
      "file" in (config ?? {}) || raw.socket.remoteAddress === internalAddress,
  });
}
