import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { importMessages } from "#contract/wire/messages.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import type { Database } from "#server/platform/database.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { codesOf } from "../../codes/codes.queries.ts";
import { marc8Characters, type Marc8Characters } from "./marc-8.rules.ts";
import { beginsAsMarc, isNothing, readMarcRecord, recordEnd } from "./marc-record.rules.ts";
import { faultOf } from "./marc-title.rules.ts";
import { marcCells, marcLayout } from "./row.rules.ts";

/** The maximum bytes of a record. Some systems write more than the 99,999 that MARC allows. */
const maxRecordSize = 4 * 1024 * 1024;

export const marcRecords = {
  name: "MARC 21 records",
  begins: beginsAsMarc,
  objectionTo: objectionToMarc,
  layout: marcLayout,
  rows: marcRows,
};

/** Explains why records in other forms of MARC can't be read; undefined for other files. */
function objectionToMarc(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 1000))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (/^<(\?xml|(\w+:)?(record|collection)\b)/i.test(text)) return importMessages.marcXml;
  return /^=LDR\s/.test(text) ? importMessages.marcText : undefined;
}

/** Parses the records of a MARC file as its bytes stream in, in the columns of `marcLayout`; the first one is row 1. */
async function* marcRows(bytes: AsyncIterable<Uint8Array>, db: Database): AsyncGenerator<TableRow[]> {
  const [choices, characters] = [await codesOf(db), await loadCharacters()];
  let row = 0;
  for await (const records of recordsOf(bytes)) {
    yield records.map((record): TableRow => {
      const read = readMarcRecord(record, characters);
      const fault = faultOf(read);
      row += 1;
      return {
        row,
        cells: marcCells(read, choices),
        faults: fault === undefined ? [] : [{ column: "", message: fault }],
      };
    });
  }
}

/**
 * Splits a file at record terminators and ignores the stated lengths, so that a damaged record doesn't affect the next.
 */
async function* recordsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  const add = (piece: Uint8Array) => {
    const part = piece.subarray(0, maxRecordSize - size);
    pieces.push(part);
    size += part.length;
  };
  for await (const piece of bytes) {
    const records: Uint8Array[] = [];
    let from = 0;
    for (let end = piece.indexOf(recordEnd); end >= 0; end = piece.indexOf(recordEnd, from)) {
      add(piece.subarray(from, end));
      records.push(Buffer.concat(pieces));
      [pieces, size, from] = [[], 0, end + 1];
    }
    add(piece.subarray(from));
    yield records.filter((record) => !isNothing(record));
  }
  const last = Buffer.concat(pieces);
  if (!isNothing(last)) yield [last];
}

let characters: Promise<Marc8Characters> | undefined;

/** Loads the MARC-8 characters for the first file that may need them. */
export function loadCharacters(): Promise<Marc8Characters> {
  characters ??= readCharacters();
  return characters;
}

const rows = z.array(z.array(z.string()));

async function readCharacters(): Promise<Marc8Characters> {
  const text = await readFile(path.join(projectRoot, "db/marc-8.csv"), "utf8");
  return marc8Characters(rows.parse(parse(text, { from_line: 2 })));
}
