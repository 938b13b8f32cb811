import { importMessages } from "#contract/messages.ts";
import { isMarc8, readMarcRecord } from "./marc-record.rules.ts";
import { marcCells } from "./columns.rules.ts";
import type { Choices } from "./names.rules.ts";
import type { FileRow } from "./row.rules.ts";

const recordEnd = 0x1d;
const longestRecord = 99_999; // bytes: the leader has no room for more

/**
 * The records of a MARC file as its bytes stream in, in the columns of `marcLayout`; the first record is row 1. The
 * file is split at record ends, so that a damaged record is one error and the next is still read.
 */
export async function* marcRows(bytes: AsyncIterable<Uint8Array>, choices: Choices): AsyncGenerator<FileRow[]> {
  let rest: Uint8Array = Buffer.alloc(0);
  let row = 0;
  const read = (record: Uint8Array): FileRow => rowOf((row += 1), record, choices);
  for await (const piece of bytes) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const rows: FileRow[] = [];
    let from = 0;
    for (let end = all.indexOf(recordEnd); end >= 0; end = all.indexOf(recordEnd, from)) {
      rows.push(read(withoutBreaks(all.subarray(from, end))));
      from = end + 1;
    }
    rest = all.subarray(from);
    if (rest.length > longestRecord * 2) {
      rows.push(read(rest)); // no end in sight: whatever this is, it is one error
      rest = Buffer.alloc(0);
    }
    yield rows;
  }
  const last = withoutBreaks(rest);
  if (last.length > 0) yield [read(last)];
}

/** Some systems put line breaks between records, and a DOS end of file after them. */
function withoutBreaks(record: Uint8Array): Uint8Array {
  const start = record.findIndex((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0x1a);
  return start < 0 ? record.subarray(record.length) : record.subarray(start);
}

function rowOf(row: number, bytes: Uint8Array, choices: Choices): FileRow {
  const fault = (message: string): FileRow => ({ row, cells: [], faults: [{ column: "", message }] });
  if (isMarc8(bytes)) return fault(importMessages.marc8);
  const record = readMarcRecord(bytes);
  if (!("damaged" in record)) return { row, cells: marcCells(record, choices), faults: [] };
  return fault(record.damaged === "damaged" ? importMessages.marcDamaged : importMessages.marcNotUtf8);
}
