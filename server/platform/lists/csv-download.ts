import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { stringify } from "csv-stringify/sync";
import { dayOf } from "../clock.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { guarded } from "../tables/table.rules.ts";
import { type LoggedAction, type Actor, recordActivity } from "../record-activity.ts";

type Cells = readonly (string | number)[];

/** A list that is read in pages by ascending id. */
export type PagedList<Row> = {
  name: string;
  entry: Pick<LoggedAction, "call" | "kind" | "label">;
  counted: "Rows" | "Titles";
  count: (tx: Transaction) => Promise<{ count: number; lastId: number }>;
  /** Returns the next rows after an id, up to the last one at the time of the count. */
  page: (after: number, lastId: number) => Promise<readonly Row[]>;
  idOf: (row: Row) => number;
};
type CsvList<Row> = PagedList<Row> & { header: readonly string[]; cellsOf: (row: Row) => Cells };
type Format<Row> = { extension: string; write: (rows: readonly Row[]) => string | Uint8Array; start?: string };

/** Streams a list as CSV for spreadsheets. */
export async function csvDownload<Row>(
  db: Database,
  actor: Actor,
  timeZone: string,
  { header, cellsOf, ...list }: CsvList<Row>,
): Promise<FileAnswer> {
  const write = (rows: readonly Row[]) => csvOf(rows.map(cellsOf));
  return download(db, actor, timeZone, list, { extension: "csv", write, start: csvOf([header], { bom: true }) });
}

/**
 * Streams a list page by page without an open transaction. The download is in the activity log before the first byte,
 * because a client that starts reading may read everything.
 */
export async function download<Row>(
  db: Database,
  actor: Actor,
  timeZone: string,
  list: PagedList<Row>,
  format: Format<Row>,
): Promise<FileAnswer> {
  const lastId = await inTransaction(db, async (tx) => {
    const { count, lastId } = await list.count(tx);
    await recordActivity(tx, actor, { ...list.entry, subjectId: null, before: null, after: { [list.counted]: count } });
    return lastId;
  });
  const fileName = `${list.name}-${dayOf(actor.at, timeZone)}.${format.extension}`;
  return { fileName, content: pagesOf(list, lastId, format) };
}

/** Column names, each with a function that returns its cell of a row. */
export type Columns<Row> = readonly (readonly [string, (row: Row, timeZone: string) => string | number])[];

export const inColumns = <Row>(columns: Columns<Row>, timeZone: string) => ({
  header: columns.map(([name]) => name),
  cellsOf: (row: Row) => columns.map(([, valueOf]) => valueOf(row, timeZone)),
});

type ListOfIds<Row> = Pick<PagedList<Row>, "name" | "entry"> & {
  columns: Columns<Row>;
  idsOf: (tx: Transaction) => Promise<readonly number[]>;
  /** Returns the rows of these ids, in this order, without deleted ones. */
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>;
};

/** Streams a list in any order as CSV: it reads all ids at once and then the rows in batches. */
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
        const batch = [...ids.subarray(read, read + 250)];
        read += batch.length;
        const rows = await rowsOf(batch);
        if (rows.length > 0) return rows.map((row) => ({ row, read }));
      }
      return [];
    },
    idOf: ({ read }) => read,
    cellsOf: ({ row }) => cellsOf(row),
  });
}

async function* pagesOf<Row>(list: PagedList<Row>, lastId: number, { start, write }: Format<Row>) {
  if (start !== undefined) yield start;
  for (let after = 0; ;) {
    const rows = await list.page(after, lastId);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield write(rows);
    after = list.idOf(last);
  }
}

/**
 * Formats rows as a CSV for spreadsheets. Every text is quoted (by default, a lone carriage return wouldn't be), and
 * formulas are guarded in a way that imports can reverse, unlike escape_formulas.
 */
export function csvOf(rows: readonly Cells[], { bom = false } = {}): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? guarded(cell) : cell)));
  return stringify(cells, { bom, record_delimiter: "\r\n", quoted_string: true });
}
