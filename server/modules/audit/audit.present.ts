import { auditEntry, type AuditEntry } from "#contract/audit.ts";
import type { AuditRow } from "./audit.queries.ts";

const { kind, changes } = auditEntry.shape;

/** An audit entry as the API returns it. */
export function presentEntry(row: AuditRow): AuditEntry {
  return {
    entryId: row.entry_id,
    at: row.at.toISOString(),
    userId: row.user_id,
    userName: row.name ?? "",
    call: row.call,
    kind: kind.parse(row.kind),
    subjectId: row.subject_id,
    subjectLabel: row.subject_label,
    changes: changes.parse(row.changes),
  };
}
