import type { CallName } from "#contract/all.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { Transaction } from "./database.ts";

/** Who does something, and when. */
export type Hand = { userId: number; at: Date };

/** The fields of a thing, named as people read them, at one moment. */
export type Snapshot = Readonly<Record<string, string | number | boolean | null>>;

/** What was done to what; `before` is null for what is new. */
export type Deed = {
  call: CallName;
  kind: AuditEntry["kind"];
  subjectId: number | null;
  label: string;
  before: Snapshot | null;
  after: Snapshot;
};

/** Writes one entry of the audit in the transaction of the change itself: both are kept, or neither. */
export async function recordAudit(tx: Transaction, { userId, at }: Hand, deed: Deed): Promise<void> {
  await tx
    .insertInto("audit_entries")
    .values({
      at,
      user_id: userId,
      call: deed.call,
      kind: deed.kind,
      subject_id: deed.subjectId,
      subject_label: deed.label,
      changes: JSON.stringify(changesBetween(deed.before, deed.after)),
    })
    .execute();
}

/** The fields that differ, in words. */
export function changesBetween(before: Snapshot | null, after: Snapshot): AuditEntry["changes"] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: inWords(before?.[field]), after: inWords(after[field]) }))
    .filter((change) => change.before !== change.after);
}

const inWords = (value: Snapshot[string] | undefined) =>
  value === undefined || value === null || value === ""
    ? null
    : value === true
      ? "yes"
      : value === false
        ? "no"
        : `${value}`;
