import type { AuditEntry } from "#contract/audit.ts";
import { Link } from "#web/ui/router/router.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import styles from "./audit.module.css";
import { Changes } from "./changes.tsx";
import { actionOf, subjectHref } from "./actions.ts";

/** Entries as dense rows: time, actor, action, and the changed fields. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.entries}>
      <Table caption="Staff changes, newest first" columns={columns} rows={entries} rowKey={({ entryId }) => entryId} />
    </div>
  );
}

const columns: Column<AuditEntry>[] = [
  { head: "When", cell: ({ at }) => <TimeText value={at} /> },
  { head: "Who", cell: ({ userName }) => userName },
  {
    head: "What",
    names: true,
    cell: (entry) => (
      <>
        <span className={styles.action}>{actionOf(entry)}</span>
        <Subject entry={entry} />
      </>
    ),
  },
  { head: "Changes", cell: (entry) => <Changes entry={entry} /> },
];

function Subject({ entry }: { entry: AuditEntry }) {
  const href = subjectHref(entry);
  const { subjectLabel } = entry;
  if (subjectLabel === "" && !href) return null;
  const words = subjectLabel || `${entry.kind} #${entry.subjectId}`;
  return <span className={styles.subject}>{href ? <Link to={href}>{words}</Link> : words}</span>;
}
