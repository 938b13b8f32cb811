import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyReply } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import rateLimit from "@fastify/rate-limit";
import { insider } from "./pages/send-page.ts";
import type { Configuration } from "#server/platform/configuration.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Counts a call as under way, and returns how to end it; throws 503 when there are too many. */
    enterCall: (request: FastifyRequest, reply: FastifyReply) => () => void;
    callsUnderWay: () => number;
  }
}

const defaultMaxCalls = 100; // several times the connections to the database: more would wait for longer than a second
const visitorsPart = 0.6; // of these for what visitors read: others can log in and work all the while
const retryAfter = 10; // seconds

/**
 * Turns calls away while `maxCalls` are under way, or while the event loop is later than `busyAfter` ms; 0: however late. Pages and
 * files are always served: a page without its script is worse than a late one, and tries its calls again.
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
  let underWay = 0;
  const isFull = (part = 1) => underWay >= maxCalls * part;
  app.addHook("onRequest", async ({ routeOptions }, reply) => {
    if (routeOptions.config?.call !== undefined && isFull()) throw busy(reply);
  });
  app.decorate("callsUnderWay", () => underWay);
  app.decorate("enterCall", ({ method, session }, reply) => {
    if (isFull(method === "GET" && !session ? visitorsPart : 1)) throw busy(reply);
    underWay += 1;
    let isInside = true;
    return () => {
      if (isInside) underWay -= 1;
      isInside = false;
    };
  });
}

const aMinute = 1200; // for an address, which a whole school may share

/**
 * Counts the requests of an address by the route that was found, so that no spelling of a path escapes. Files are not
 * counted, and neither is what the library asks itself for rendering. Pages have their own, equal share
 * (`app.rateLimit()` of the handler of other addresses), so that reading never costs a call.
 */
export async function limitRequests(app: FastifyInstance, { rateLimitScale }: Pick<Configuration, "rateLimitScale">) {
  await app.register(rateLimit, {
    max: aMinute * rateLimitScale,
    timeWindow: "1 minute",
    allowList: ({ routeOptions: { config }, raw }) => "file" in (config ?? {}) || raw.socket.remoteAddress === insider,
  });
}
