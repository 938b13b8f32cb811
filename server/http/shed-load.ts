import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

/** Whether the library is too busy for this call; asked before anything is done for it. */
type BusySign = (request: FastifyRequest) => boolean;

const patience = 10; // seconds, after which a caller may try again

/**
 * Turns calls away at the first sign that the library is too busy. Pages and files are always served: a page without
 * its script is worse than a late one, and tries its calls again.
 */
export function shedLoad(app: FastifyInstance, signs: readonly BusySign[]): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config?.call === undefined || !signs.some((isBusy) => isBusy(request))) return;
    reply.header("retry-after", patience);
    throw new HttpError(503);
  });
}

const look = { every: 1000, resolution: 10 }; // ms

/** Says that the event loop is later than this many ms on average; never for 0. Measuring opens no file. */
export function lateLoop(app: FastifyInstance, busyAfter: number): () => boolean {
  if (busyAfter === 0) return () => false;
  const lateness = monitorEventLoopDelay({ resolution: look.resolution });
  lateness.enable();
  let isLate = false;
  const timer = setInterval(() => {
    isLate = lateness.mean / 1e6 - look.resolution > busyAfter; // it is counted in ns, with the timer's own interval
    lateness.reset();
  }, look.every);
  timer.unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    lateness.disable();
  });
  return () => isLate;
}
