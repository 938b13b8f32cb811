import type { ActivityEntry } from "#contract/admin/activity-log.ts";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { ArrowRight, History } from "#web/ui/icons.tsx";
import { actionOf, fieldsInShort, inSentenceCase, readableValue, subjectHref } from "./actions.ts";
import { activityLog } from "./activity-log.tsx";
import { LogFrame } from "./log-frame.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Link } from "#web/ui/router.tsx";
import { TimeText } from "#web/lib/formats.tsx";
import styles from "./activity-log.module.css";

export function ActivityLogPage() {
  return (
    <LogFrame of="changes" lead="Changes made by staff, newest first.">
      <List
        of={activityLog}
        name="changes"
        caption="Changes made by staff, newest first"
        columns={columns}
        rowKey={({ entryId }) => entryId}
        className={styles.entries}
        showAll="Show everything"
        choices={(answer) => ({
          userId: [
            { value: 0, label: "Everyone" },
            ...(answer?.people.map(({ userId, userName }) => ({ value: userId, label: userName })) ?? []),
          ],
        })}
        above={(answer, { kind, subjectId, ...filters }) =>
          kind !== "" &&
          subjectId > 0 && (
            <p className={styles.only}>
              Only changes to {answer?.data[0]?.subjectLabel ?? `${kind} #${subjectId}`}.{" "}
              <Link to={activityLog.href({ ...filters, kind, page: 1 })}>Clear this filter</Link>
            </p>
          )
        }
        empty="Changes that staff make to items, orders, and news appear here."
        emptyIcon={<History size={28} />}
      />
    </LogFrame>
  );
}

const columns: Column<ActivityEntry>[] = [
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

function Subject({ entry }: { entry: ActivityEntry }) {
  const href = subjectHref(entry);
  const words = entry.subjectLabel || (href && `${entry.kind} #${entry.subjectId}`);
  return words && <span className={styles.subject}>{href ? <Link to={href}>{words}</Link> : words}</span>;
}

const maxFields = 3;
const maxLength = 120; // characters of all values

function Changes({ entry: { changes } }: { entry: ActivityEntry }) {
  if (changes.length === 0) return <span className={styles.none}>–</span>;
  const list = (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{inSentenceCase(field)}: </span>
          {before !== null && (
            <>
              <VisuallyHidden>was </VisuallyHidden>
              <del className={styles.before}>{readableValue(field, before)}</del>
              <ArrowRight size={14} className={styles.arrow} />
              <VisuallyHidden>, is now </VisuallyHidden>
            </>
          )}
          {after === null ? (
            <em className={styles.none}>empty</em>
          ) : (
            <ins className={styles.after}>{readableValue(field, after)}</ins>
          )}
        </li>
      ))}
    </ul>
  );
  const isLong = changes.some(({ before, after }) => (before?.length ?? 0) + (after?.length ?? 0) > maxLength);
  if (changes.length <= maxFields && !isLong) return list;
  return (
    <details className={styles.folded}>
      <summary>{fieldsInShort(changes)}</summary>
      {list}
    </details>
  );
}
