import type { System, SystemCheck } from "#contract/staff/system.ts";

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
