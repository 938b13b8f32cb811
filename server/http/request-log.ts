import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** Ids of our own: a caller's could forge another's trace. */
export const requestIds = { requestIdHeader: false, genReqId: () => randomUUID() } as const;

/** One line a request: what, how it ended, how long. The route's pattern stands for the address, which may hold a secret. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.config?.call ?? request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
}
