import type { FastifyInstance, FastifyRequest } from "fastify";
import { insider } from "#server/http/pages/send-page.ts";
import type { RequestSpan, Tracing } from "#server/platform/tracing/tracing.ts";
import { hasBindings, sentTrace } from "./log-requests.ts";

/** Follows each call and page, with its statements; not files, nor what machines ask every second. The log says which trace. */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  if (!tracing) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { config, logLevel } = request.routeOptions;
    if (logLevel === "warn" || "file" in (config ?? {})) return done();
    const { pattern, method, id, log } = request;
    const sent = sentTrace(request);
    const isInside = request.raw.socket.remoteAddress === insider;
    const span = tracing.request({ pattern, method, id, sent, isInside });
    spans.set(request, span);
    if (!sent && span.trace !== undefined && hasBindings(log)) log.setBindings({ trace: span.trace });
    span.within(done);
  });
  // a body arrives outside of what its request began
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook("onResponse", async (request, reply) => spans.get(request)?.end(reply.statusCode));
}
