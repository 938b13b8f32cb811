import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./description-list.module.css";

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
