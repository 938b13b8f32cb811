import { importMessages } from "#contract/wire/messages.ts";
import type { Database } from "#server/platform/database.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { codesOf } from "../../codes/codes.queries.ts";
import { beginsAsMarc, isMarc8, readMarcRecord } from "./marc-title.rules.ts";
import type { Choices } from "./names.rules.ts";
import { marcCells, marcLayout } from "./row.rules.ts";

const recordEnd = 0x1d;
const maxRecordSize = 99_999; // bytes; the leader has five digits for the length

/** Files of MARC 21 records in UTF-8. */
export const marcRecords = {
  begins: beginsAsMarc,
  objectionTo: (head: Uint8Array) => (isMarc8InPart(head) ? importMessages.marc8 : undefined),
  layout: marcLayout,
  rows: marcRows,
};

function isMarc8InPart(head: Uint8Array): boolean {
  for (let from = 0, end = head.indexOf(recordEnd); end >= 0; from = end + 1, end = head.indexOf(recordEnd, from)) {
    if (isMarc8(head.subarray(from, end))) return true;
  }
  return false;
}

/**
 * Parses the records of a MARC file as its bytes stream in, in the columns of `marcLayout`; the first record is row 1.
 * Splits the file at record ends, so that a damaged record doesn't affect the next.
 */
async function* marcRows(bytes: AsyncIterable<Uint8Array>, db: Database): AsyncGenerator<TableRow[]> {
  const choices = await codesOf(db);
  let rest: Uint8Array = Buffer.alloc(0);
  let row = 0;
  const read = (record: Uint8Array): TableRow => rowOf((row += 1), record, choices);
  for await (const piece of bytes) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const rows: TableRow[] = [];
    let from = 0;
    for (let end = all.indexOf(recordEnd); end >= 0; end = all.indexOf(recordEnd, from)) {
      rows.push(read(withoutBreaks(all.subarray(from, end))));
      from = end + 1;
    }
    rest = all.subarray(from);
    if (rest.length > maxRecordSize * 2) {
      rows.push(read(rest)); // too long for a record: report it as one error
      rest = Buffer.alloc(0);
    }
    yield rows;
  }
  const last = withoutBreaks(rest);
  if (last.length > 0) yield [read(last)];
}

/** Strips line breaks, which some systems put between records, and a DOS end of file after the last one. */
function withoutBreaks(record: Uint8Array): Uint8Array {
  const start = record.findIndex((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0x1a);
  return start < 0 ? record.subarray(record.length) : record.subarray(start);
}

function rowOf(row: number, bytes: Uint8Array, choices: Choices): TableRow {
  const fault = (message: string): TableRow => ({ row, cells: [], faults: [{ column: "", message }] });
  if (isMarc8(bytes)) return fault(importMessages.marc8);
  const record = readMarcRecord(bytes);
  if (!("damaged" in record)) return { row, cells: marcCells(record, choices), faults: [] };
  return fault(record.damaged === "damaged" ? importMessages.marcDamaged : importMessages.marcNotUtf8);
}
