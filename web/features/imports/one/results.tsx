import type { ImportDetail } from "#contract/imports.ts";
import { resultsOf } from "#web/features/imports/import-words.ts";
import styles from "./one-import.module.css";

/** The number of rows of each kind, in large type. */
export function Results({ detail, isSaved }: { detail: ImportDetail; isSaved: boolean }) {
  const results = resultsOf(detail, isSaved);
  if (results.length === 0) return null;
  return (
    <ul className={styles.results}>
      {results.map(({ number, words }) => (
        <li key={words}>
          <strong>{number.toLocaleString("en-US")}</strong> {words}
        </li>
      ))}
    </ul>
  );
}
