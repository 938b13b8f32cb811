import type { System, SystemCheck, WarningKind } from "#contract/staff/system.ts";

type Row = {
  instance_id: string;
  host: string;
  version: string;
  commit: string;
  started_at: Date;
  seen_at: Date;
  warnings: readonly Warning[];
};
type Warning = { kind: WarningKind; sentence: string; since: string };

/** This instance knows its own warnings better than its last beat does; it may not have had one yet. */
export function presentInstances(
  rows: readonly Row[],
  own: { id: string; host: string; warnings: readonly Warning[] },
): Pick<System, "instances" | "warnings"> {
  const others = rows.filter(({ instance_id }) => instance_id !== own.id);
  return {
    instances: rows.map((row) => ({
      host: row.host,
      version: row.version,
      commit: row.commit,
      startedAt: row.started_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      isThis: row.instance_id === own.id,
    })),
    warnings: together(
      [own, ...others].flatMap(({ host, warnings }) => warnings.map((warning) => ({ host, warning }))),
    ),
  };
}

/** What several instances say is one warning, since the first said it. */
function together(said: readonly { host: string; warning: Warning }[]): System["warnings"] {
  const bySentence = new Map<string, System["warnings"][number]>();
  for (const { host, warning } of said) {
    const { hosts, since } = bySentence.get(warning.sentence) ?? { hosts: [], since: warning.since };
    bySentence.set(warning.sentence, {
      ...warning,
      since: since < warning.since ? since : warning.since,
      hosts: [...new Set([...hosts, host])],
    });
  }
  return [...bySentence.values()];
}

type CheckRow = {
  ended_at: Date;
  looked_at: number;
  wrong: number;
  found: readonly { itemId: number | null; title: string | null; sentence: string }[];
};

export function presentCheck(row: CheckRow | undefined): SystemCheck | null {
  if (!row) return null;
  const found = row.found.map(({ itemId, title, sentence }) => ({ itemId, title: title ?? "", sentence }));
  return { at: row.ended_at.toISOString(), lookedAt: row.looked_at, wrong: row.wrong, found };
}

type Made = { ended_at: Date; file_name: string | null; size: number | null } | undefined;

export function presentBackup(
  is: Pick<System["backup"], "isNightly" | "isRunning">,
  { made, trouble }: { made: Made; trouble: string },
): System["backup"] {
  const last = made && { at: made.ended_at.toISOString(), name: made.file_name ?? "", bytes: made.size ?? 0 };
  return { ...is, last: last ?? null, trouble };
}
