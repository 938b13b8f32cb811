import type { WarningKind } from "#contract/staff/system.ts";
import type { Log } from "../log.ts";

/** What is wrong with how this process is set up; `since` is an ISO time. */
export type Warning = { kind: WarningKind; sentence: string; since: string };

export type Warnings = ReturnType<typeof keepWarnings>;

/** What staff should know until it is over: one line in the log each time it begins or ends. */
export function keepWarnings(log: Pick<Log, "warn" | "info">) {
  const known = new Map<WarningKind, Warning>();
  return {
    raise(kind: WarningKind, sentence: string): void {
      const before = known.get(kind);
      if (before?.sentence === sentence) return;
      known.set(kind, { kind, sentence, since: before?.since ?? new Date().toISOString() });
      log.warn({ warning: kind }, sentence);
    },
    clear(kind: WarningKind): void {
      if (known.delete(kind)) log.info({ warning: kind }, "A warning is over.");
    },
    has: (kind: WarningKind) => known.has(kind),
    all: () => [...known.values()],
  };
}
