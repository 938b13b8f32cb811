import type { AuditEntry } from "#contract/audit.ts";
import { ArrowRight } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./audit.module.css";
import { fieldsInShort } from "./actions.ts";

type Change = AuditEntry["changes"][number];

const mostShown = 3;
const longestShown = 120;

/** The changed fields of an entry; collapsed when there are many or long ones. */
export function Changes({ entry: { changes } }: { entry: AuditEntry }) {
  if (changes.length === 0) return <span className={styles.none}>–</span>;
  const list = (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          <OneChange change={change} />
        </li>
      ))}
    </ul>
  );
  if (changes.length <= mostShown && !changes.some(isLong)) return list;
  return (
    <details className={styles.folded}>
      <summary>{fieldsInShort(changes)}</summary>
      {list}
    </details>
  );
}

function OneChange({ change: { field, before, after } }: { change: Change }) {
  return (
    <>
      <span className={styles.field}>{inSentenceCase(field)}: </span>
      {before !== null && (
        <>
          <VisuallyHidden>was </VisuallyHidden>
          <del className={styles.before}>{before}</del>
          <ArrowRight size={14} className={styles.arrow} />
          <VisuallyHidden>, is now </VisuallyHidden>
        </>
      )}
      {after === null ? <em className={styles.none}>empty</em> : <ins className={styles.after}>{after}</ins>}
    </>
  );
}

function isLong({ before, after }: Change): boolean {
  return (before?.length ?? 0) + (after?.length ?? 0) > longestShown;
}

function inSentenceCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1);
}
