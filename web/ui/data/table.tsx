import type { Key, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./table.module.css";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  /** Keeps the cell on one line: a broken SKU is hard to read aloud. */
  whole?: boolean;
  /** Marks the cell that names the row; give its link `data-row-link` to cover the row. */
  names?: boolean;
  /** For the cells, when a list lays out its own cards on phones. */
  className?: string | undefined;
  /** Visually hides the heading, for a column of buttons. */
  headHidden?: boolean;
};

/** The field that identifies a row, or a function that returns a key. */
export type RowKey<Row> = (keyof Row & string) | ((row: Row) => Key);

type TableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: RowKey<Row>;
};

/** Shows a table with a sticky head; below 640 px each row becomes a card with labels. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className={styles.frame}>
      {/* explicit roles, because display: block on phones removes them */}
      <table className={styles.table} role="table">
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, number, headHidden }) => (
              <th key={head} scope="col" role="columnheader" className={number ? styles.number : undefined}>
                {headHidden ? <VisuallyHidden>{head}</VisuallyHidden> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={typeof rowKey === "string" ? String(row[rowKey]) : rowKey(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = cx(column.number ? styles.number : column.whole && styles.whole, column.className);
  if (column.names) {
    return (
      <th scope="row" role="rowheader" className={className}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td role="cell" className={className} data-label={column.headHidden ? undefined : column.head}>
      <div>{column.cell(row)}</div>
    </td>
  );
}
