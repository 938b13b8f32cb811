import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { stringify } from "csv-stringify/sync";
import { dayOf } from "../clock.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { type LoggedAction, type Actor, recordActivity } from "../record-activity.ts";

type Cells = readonly (string | number)[];

/** A list that is read a page at a time, by ids that rise. */
export type CsvList<Row> = {
  name: string;
  entry: Pick<LoggedAction, "call" | "kind" | "label">;
  counted: "Rows" | "Titles";
  count: (tx: Transaction) => Promise<{ count: number; lastId: number }>;
  header: readonly string[];
  /** The next rows after an id, up to the last one that was counted. */
  page: (after: number, lastId: number) => Promise<readonly Row[]>;
  idOf: (row: Row) => number;
  cellsOf: (row: Row) => Cells;
  write?: (rows: readonly Cells[], options: { bom: boolean }) => string;
};

/**
 * A list as a CSV that spreadsheets open. It is noted in the audit before the first byte, because a client that began to
 * read may have read all. Then the pages follow as the client takes them, with no transaction open in between.
 */
export async function csvDownload<Row>(
  db: Database,
  actor: Actor,
  timeZone: string,
  list: CsvList<Row>,
): Promise<FileAnswer> {
  const lastId = await inTransaction(db, async (tx) => {
    const { count, lastId: last } = await list.count(tx);
    await recordActivity(tx, actor, { ...list.entry, subjectId: null, before: null, after: { [list.counted]: count } });
    return last;
  });
  return { fileName: `${list.name}-${dayOf(actor.at, timeZone)}.csv`, content: pagesOf(list, lastId) };
}

/** What each column is called, and its cell of a row. */
export type Columns<Row> = readonly (readonly [string, (row: Row, timeZone: string) => string | number])[];

export const inColumns = <Row>(columns: Columns<Row>, timeZone: string) => ({
  header: columns.map(([name]) => name),
  cellsOf: (row: Row) => columns.map(([, valueOf]) => valueOf(row, timeZone)),
});

type ListOfIds<Row> = Pick<CsvList<Row>, "name" | "entry"> & {
  columns: Columns<Row>;
  /** As one moment has them, in the order of the list. */
  idsOf: (tx: Transaction) => Promise<readonly number[]>;
  /** The rows of these, in this order. What is gone in the meantime leaves a gap. */
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>;
};

/** The same of a list in any order: its ids are read at once, and then the rows of some at a time. */
export async function csvOfIds<Row>(
  db: Database,
  actor: Actor,
  timeZone: string,
  { idsOf, rowsOf, columns, ...list }: ListOfIds<Row>,
): Promise<FileAnswer> {
  let ids = new Int32Array();
  const { header, cellsOf } = inColumns(columns, timeZone);
  return csvDownload<{ row: Row; read: number }>(db, actor, timeZone, {
    ...list,
    header,
    counted: "Rows",
    count: async (tx) => {
      ids = Int32Array.from(await idsOf(tx));
      return { count: ids.length, lastId: ids.length };
    },
    page: async (after) => {
      for (let read = after; read < ids.length;) {
        const some = [...ids.subarray(read, read + 250)];
        read += some.length;
        const rows = await rowsOf(some);
        if (rows.length > 0) return rows.map((row) => ({ row, read }));
      }
      return [];
    },
    idOf: ({ read }) => read,
    cellsOf: ({ row }) => cellsOf(row),
  });
}

async function* pagesOf<Row>({ write = written, ...list }: CsvList<Row>, lastId: number): AsyncGenerator<string> {
  yield write([list.header], { bom: true });
  for (let after = 0; ;) {
    const rows = await list.page(after, lastId);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield write(rows.map(list.cellsOf), { bom: false });
    after = list.idOf(last);
  }
}

/** Quotes every text (a lone carriage return would not be quoted by default); one that reads as a formula gets a '. */
const written = (rows: readonly Cells[], { bom }: { bom: boolean }) =>
  stringify([...rows], { bom, record_delimiter: "\r\n", escape_formulas: true, quoted_string: true });
