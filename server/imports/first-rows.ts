import path from "node:path";
import type { FirstRows } from "#contract/imports/imports.ts";
import type { Encoding, FormatChoice } from "#contract/wire/table-format.ts";
import { readInOwnProcess } from "#server/platform/workers/worker.ts";
import { indexOfFaults, namesOf, proposedFields } from "#server/platform/tables/columns.rules.ts";
import type { ImportKind } from "./import-kind.ts";
import { type ImportRow, firstChunkOf } from "./imports.queries.ts";
import { headOfFile } from "./read-first-rows.ts";
import type { Database } from "#server/platform/database.ts";

/** The beginning of a file. `isPart` if there is more; `strays` bytes are read as Windows-1252. */
export type Head = { bytes: Uint8Array; isPart: boolean; encoding: Encoding; strays: number };

const module = path.join(import.meta.dirname, "read-first-rows");
const maxSeconds = 20;

/** Reads the column names and first rows of a table off the event loop, and suggests fields. Refuses other files. */
export async function readFirstRows(
  { fields }: ImportKind,
  head: Head,
  { delimiter, headerRow }: FormatChoice = {},
): Promise<FirstRows> {
  const input = { ...head, names: namesOf(fields), choice: { delimiter, headerRow } };
  const { columns, ...read } = await readInOwnProcess({ module, input, result: headOfFile, maxSeconds });
  const names = columns.map(({ name }) => name);
  const proposed = proposedFields(names, fields, (at) => columns[at]?.values ?? []);
  const faultIndex = indexOfFaults(names);
  return {
    ...read,
    columns: columns.map(({ name, values }, at) => ({
      name,
      samples: [...new Set(values.filter((value) => value !== ""))].slice(0, 3),
      field: at === faultIndex ? null : (proposed[at] ?? null),
    })),
  };
}

/** Reads the first rows of an uploaded table in another format, detecting what isn't chosen. */
export async function firstRowsAs(
  db: Database,
  { import_id, size, format, stray_bytes }: ImportRow,
  { kind, choice }: { kind: ImportKind; choice: FormatChoice },
): Promise<FirstRows> {
  const bytes = await firstChunkOf(db, import_id);
  const encoding = choice.encoding ?? format?.encoding ?? "UTF-8";
  const strays = encoding === "UTF-8" ? stray_bytes : 0;
  return readFirstRows(kind, { bytes, isPart: size > bytes.length, encoding, strays }, choice);
}
