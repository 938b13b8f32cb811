import type { WarningKind } from "#contract/admin/system.ts";
import type { Log } from "#server/platform/log.ts";

/** A problem with the setup of this process; `since` is an ISO time. */
type Warning = { kind: WarningKind; sentence: string; since: string };

export type Warnings = ReturnType<typeof createWarnings>;

/** Creates the list of current warnings, which logs each time one starts or ends. */
export function createWarnings(log: Pick<Log, "warn" | "info">) {
  const current = new Map<WarningKind, Warning>();
  return {
    raise(kind: WarningKind, sentence: string): void {
      const previous = current.get(kind);
      if (previous?.sentence === sentence) return;
      current.set(kind, { kind, sentence, since: previous?.since ?? new Date().toISOString() });
      log.warn({ warning: kind }, sentence);
    },
    /** Raises a warning unless it's already raised; a successful setup check clears it. */
    notice(kind: WarningKind, sentence: string): void {
      if (!current.has(kind)) this.raise(kind, sentence);
    },
    clear(kind: WarningKind): void {
      if (current.delete(kind)) log.info({ warning: kind }, "The warning no longer applies.");
    },
    has: (kind: WarningKind) => current.has(kind),
    all: () => [...current.values()],
  };
}
