import type { ImportDetail } from "#contract/imports.ts";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { counted, rowOf } from "#web/features/imports/import-words.ts";
import styles from "./one-import.module.css";

/** The file's type, format, uploader, and time. */
export function ImportFacts({ detail }: { detail: ImportDetail }) {
  const { kind, encoding, delimiter, size, rowsTotal, userName, uploadedAt } = detail;
  const read =
    kind === "marc" ? `MARC 21, ${encoding}` : `CSV, ${encoding}, with a ${delimiter ?? "comma"} between columns`;
  const rows = rowsTotal === null ? "" : `, ${counted(rowsTotal, rowOf(kind))}`;
  return (
    <p className={styles.words}>
      {read}. {sizeInWords(size)}
      {rows}, uploaded <TimeText value={uploadedAt} /> by {userName}.
    </p>
  );
}
