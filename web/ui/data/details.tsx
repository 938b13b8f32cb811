import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./details.module.css";

type DescriptionListProps = {
  /** Empty values show a dash. */
  items: readonly { term: string; value: ReactNode }[];
  /** One pair per row, or as many columns as fit; `numbers` are narrow. */
  layout?: "rows" | "columns" | "numbers";
};

export function DescriptionList({ items, layout = "rows" }: DescriptionListProps) {
  return (
    <dl className={cx(styles.list, styles[layout])}>
      {items.map(({ term, value }) => (
        <div key={term} className={styles.pair}>
          <dt>{term}</dt>
          <dd>{value === undefined || value === null || value === "" ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a file size: "812 bytes", "340 kB", "1.2 MB", "3.4 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} kB`;
  return kilobytes < 1_000_000 ? `${(kilobytes / 1024).toFixed(1)} MB` : `${(kilobytes / 1024 / 1024).toFixed(1)} GB`;
}
