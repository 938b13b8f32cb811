import type { Configuration } from "../configuration.ts";
import type { DatabaseWatch, StatementEnded } from "../connection/watch-database.ts";
import type { Instance } from "../instances/instances.queries.ts";
import type { Log } from "../log.ts";

/** A request as traces show it: its call, page, or route, never its address. */
export type TracedRequest = {
  pattern: string;
  method: string;
  id: string;
  /** What a trusted proxy says that it is a part of. */
  sent?: SentTrace | undefined;
  /** Whether the library asks itself, for a page. */
  isInside: boolean;
};

/** The trace of a `traceparent`, and what in it sent the request: hexadecimal, as it came. */
export type SentTrace = { trace: string; parent: string; isSampled: boolean };

export type RequestSpan = {
  /** Its trace; undefined when this one is not kept. */
  trace: string | undefined;
  /** Statements of this work, and of what it begins, belong to the request. */
  within: (work: () => void) => void;
  end: (status: number) => void;
};

/** Follows requests and their statements, and sends what it saw to a receiver in the background. */
export type Tracing = {
  request: (request: TracedRequest) => RequestSpan;
  statement: (text: string) => StatementEnded;
  /** Sends what is left, for two seconds at most. */
  stop: () => Promise<void>;
};

/** Tracing, where the settings name a receiver; without one nothing of OpenTelemetry is loaded. */
export async function tracingOf(
  { traces }: Pick<Configuration, "traces">,
  instance: Pick<Instance, "version" | "commit">,
  log: Pick<Log, "warn" | "info">,
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined;
  const { openTelemetry } = await import("./open-telemetry.ts");
  return openTelemetry(traces, instance, log);
}

/** Tells tracing of each statement, too. */
export function traced<W extends DatabaseWatch>(watch: W, tracing: Tracing | undefined): W {
  if (!tracing) return watch;
  const began = (text: string): StatementEnded => {
    const ends = [watch.began(text), tracing.statement(text)];
    return (error) => {
      for (const end of ends) end(error);
    };
  };
  return { ...watch, began };
}
