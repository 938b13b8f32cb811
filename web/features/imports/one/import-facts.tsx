import type { ImportDetail } from "#contract/imports.ts";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { counted, rowOf } from "#web/features/imports/import-words.ts";
import styles from "./one-import.module.css";

/** What the file is, how it was read, and who brought it when. */
export function ImportFacts({ detail }: { detail: ImportDetail }) {
  const { kind, encoding, delimiter, size, rowsTotal, userName, uploadedAt } = detail;
  const read =
    kind === "marc" ? `MARC 21, ${encoding}` : `CSV, ${encoding}, with a ${delimiter ?? "comma"} between columns`;
  const rows = rowsTotal === null ? "" : `, ${counted(rowsTotal, rowOf(kind))}`;
  return (
    <p className={styles.words}>
      {read}. {sizeOf(size)}
      {rows}, uploaded <TimeText value={uploadedAt} /> by {userName}.
    </p>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
