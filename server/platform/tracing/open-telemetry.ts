import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Configuration } from "../configuration.ts";
import { nameOfText } from "../connection/statement-name.ts";
import { errorCode } from "../errors/error-code.ts";
import type { Instance } from "../instances/instances.queries.ts";
import type { Log } from "../log.ts";
import type { SentTrace, Tracing } from "./tracing.ts";

// A receiver that is away or hangs costs a few hundred kilobytes, and what it did not take is dropped.
const limits = { maxQueueSize: 2048, maxExportBatchSize: 512, scheduledDelayMillis: 2000, exportTimeoutMillis: 6000 };
const answerWithin = 5000; // ms
const lastWords = 2000; // ms
const mostNames = 2000;

const attribute = {
  method: "http.request.method",
  route: "http.route",
  status: "http.response.status_code",
  requestId: "library.request_id",
  system: "db.system.name",
  statement: "db.query.summary",
  error: "error.type",
};

/** Tracing by OpenTelemetry, sent as OTLP in JSON. Only names that we gave and codes go into a span, never a value or a message. */
export function openTelemetry(
  { url, headers, percent }: NonNullable<Configuration["traces"]>,
  { version, commit }: Pick<Instance, "version" | "commit">,
  log: Pick<Log, "warn" | "info">,
): Tracing {
  const exporter = watched(new OTLPTraceExporter({ url, headers, timeoutMillis: answerWithin }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "library",
      "service.version": version,
      "vcs.ref.head.revision": commit ?? "",
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...limits })],
  });
  const tracer = provider.getTracer("library", version);
  const open = new AsyncLocalStorage<{ context: Context; isOver: boolean }>();
  const nameOf = namesOfTexts();

  return {
    request: ({ pattern, method, id, sent, isInside }) => {
      const page = isInside ? open.getStore()?.context : undefined;
      const parent = page ?? contextOf(sent);
      const attributes = { [attribute.method]: method, [attribute.route]: pattern, [attribute.requestId]: id };
      // calls have the method in their names
      const name = pattern.startsWith(`${method} `) ? pattern : `${method} ${pattern}`;
      const span = tracer.startSpan(name, { kind: page ? SpanKind.INTERNAL : SpanKind.SERVER, attributes }, parent);
      const own = { context: trace.setSpan(parent, span), isOver: false };
      return {
        trace: span.isRecording() ? span.spanContext().traceId : undefined,
        within: (work) => open.run(own, work),
        end: (status) => {
          own.isOver = true; // what goes on in the background is no part of it
          span.setAttribute(attribute.status, status);
          if (status >= 500)
            span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(attribute.error, String(status));
          span.end();
        },
      };
    },
    statement: (text) => {
      const own = open.getStore();
      if (own === undefined || own.isOver || !trace.getSpan(own.context)?.isRecording()) return () => {};
      const name = nameOf(text);
      const attributes = { [attribute.system]: "postgresql", [attribute.statement]: name };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, own.context);
      return (error) => {
        if (error !== undefined)
          span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(attribute.error, errorCode(error) ?? "other");
        span.end();
      };
    },
    stop: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), pause(lastWords)]);
    },
  };
}

/** The context that a request was sent from, or none. */
function contextOf(sent: SentTrace | undefined): Context {
  if (!sent) return ROOT_CONTEXT;
  const traceFlags = sent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: sent.trace,
    spanId: sent.parent,
    traceFlags,
    isRemote: true,
  });
}

/** Says in the log when the receiver stops taking what it is sent, and when it takes it again. */
function watched(exporter: SpanExporter, log: Pick<Log, "warn" | "info">): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !isAway) log.warn({ trouble: String(result.error) }, "traces cannot be sent");
        if (!failed && isAway) log.info("traces are sent again");
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Remembers the names of statements: their texts are constant, but for lists of values. */
function namesOfTexts() {
  const known = new Map<string, string>();
  return (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostNames) known.clear();
    const name = nameOfText(text);
    known.set(text, name);
    return name;
  };
}
