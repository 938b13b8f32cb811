import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { insider } from "#server/http/pages/send-page.ts";
import type { Configuration } from "#server/platform/configuration.ts";

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
