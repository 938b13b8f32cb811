import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { stringify } from "csv-stringify/sync";
import { dayOf } from "../clock.ts";
import { type Database, inTransaction, type Transaction } from "../database.ts";
import { type AuditedAction, type Actor, recordAudit } from "../record-audit.ts";

type Cells = readonly (string | number)[];

/** A list that is read a page at a time, by ids that rise. */
export type CsvList<Row> = {
  name: string;
  entry: Pick<AuditedAction, "call" | "kind" | "label">;
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
    await recordAudit(tx, actor, { ...list.entry, subjectId: null, before: null, after: { [list.counted]: count } });
    return last;
  });
  return { fileName: `${list.name}-${dayOf(actor.at, timeZone)}.csv`, content: pagesOf(list, lastId) };
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
