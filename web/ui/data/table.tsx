import type { Key, ReactNode } from "react";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./table.module.css";

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  number?: boolean;
  /** The cell that names the row; its link gets `data-row-link` and then covers the whole row. */
  names?: boolean;
  /** For a column of buttons: its heading is visually hidden. */
  headHidden?: boolean;
};

type TableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
};

/** A table with a sticky head; below 640 px each row becomes a card with labels. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className={styles.frame}>
      {/* display: block on a phone would remove the roles, so they are explicit */}
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
            <tr key={rowKey(row)} role="row">
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
  if (column.names) {
    return (
      <th scope="row" role="rowheader">
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td
      role="cell"
      className={column.number ? styles.number : undefined}
      data-label={column.headHidden ? undefined : column.head}
    >
      <div>{column.cell(row)}</div>
    </td>
  );
}
