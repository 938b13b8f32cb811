import { cut } from "#contract/wire/cut.ts";
import { TextDecoder } from "node:util";
import { importLimits } from "#contract/wire/size-limits.ts";
import { uploadImport } from "#contract/imports/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import type { UploadStream } from "#contract/wire/endpoint.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import * as queries from "./imports.queries.ts";
import { rowsOfTable, textOf, UnreadableFile } from "#server/platform/tables/read-table.ts";
import {
  type Delimiter,
  delimiterOf,
  type Encoding,
  type TableRow,
  utf16Of,
} from "#server/platform/tables/table.rules.ts";
import { indexOfFaults, proposedFields } from "#server/platform/tables/columns.rules.ts";
import { objectionToFile } from "./file-kind.rules.ts";
import type { ImportKind } from "./import-kind.ts";

const chunkSize = 128 * 1024; // bytes per database row; the first chunk is used to identify the file
const maxNameLength = 200;
const maxSampleLength = 80;
const maxSampleRows = 100;

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

type FileFormat = Pick<queries.NewFile, "kind" | "encoding" | "delimiter" | "columns" | "settings">;

/** Stores and identifies a file as it streams in, one chunk at a time. Refuses what its kind can't read. */
export async function receiveFile(
  db: Database,
  actor: Actor,
  { upload, kind }: { upload: UploadStream; kind: ImportKind },
): Promise<number> {
  const { fileName, content, signal } = upload;
  const name =
    withoutNul(fileName)
      .slice(-maxNameLength)
      .replace(/^[\uDC00-\uDFFF]/, "")
      .trim() || "unnamed";
  const importId = await queries.beginUpload(db, actor, { of: kind.of, fileName: name });
  try {
    const { head, size, isUtf8 } = await store(db, importId, { content, kind });
    const format = await detectFormat(kind, { head, isUtf8, isMore: size > head.length });
    await inTransaction(db, async (tx) => {
      await queries.endUpload(tx, importId, { ...format, size });
      await recordActivity(tx, actor, {
        call: uploadImport.call,
        kind: "import",
        subjectId: importId,
        label: name,
        before: null,
        after: { Contents: kind.of, Kind: format.kind === "csv" ? "CSV" : "MARC 21", Bytes: size },
      });
      signal.throwIfAborted();
    });
  } catch (error) {
    await queries.deleteUpload(db, importId);
    throw error;
  }
  return importId;
}

/**
 * Writes the file in chunks. Reads a refused file to its end, because a client that is still sending doesn't receive
 * the answer.
 */
async function store(
  db: Database,
  importId: number,
  { content, kind }: { content: AsyncIterable<Uint8Array>; kind: ImportKind },
) {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let [size, position, isUtf8] = [0, 0, true];
  let head: Uint8Array = Buffer.alloc(0);
  let objection: string | undefined;
  for await (const chunk of inChunks(content)) {
    if (position === 0) {
      head = chunk;
      objection = chunk.length === 0 ? importMessages.fileEmpty : objectionTo(head, kind);
    }
    if (objection || chunk.length === 0) continue;
    isUtf8 &&= isText(utf8, chunk);
    size += chunk.length;
    await queries.writeChunk(db, importId, position, chunk);
    position += 1;
  }
  if (objection) throw unusable(objection);
  return { head, size, isUtf8: isUtf8 && isText(utf8) };
}

function objectionTo(head: Uint8Array, { records }: ImportKind): string | undefined {
  return records?.begins(head) ? undefined : objectionToFile(head);
}

async function* inChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    if (size < chunkSize) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  yield Buffer.concat(pieces);
}

function isText(utf8: TextDecoder, piece?: Uint8Array): boolean {
  try {
    utf8.decode(piece, { stream: piece !== undefined });
    return true;
  } catch {
    return false;
  }
}

const settings = {
  defaults: { categoryId: 0, subjectId: 0, gradeId: 0, description: "", language: "", copies: 1 },
  existing: "skip",
  unknown: "fault",
  longTitles: "fault",
  skuDigits: null,
} as const;

type Head = { head: Uint8Array; isUtf8: boolean; isMore: boolean };

async function detectFormat(
  { records, fields: named }: ImportKind,
  { head, isUtf8, isMore }: Head,
): Promise<FileFormat> {
  if (records?.begins(head)) {
    return { kind: "marc", encoding: "UTF-8", delimiter: null, columns: [], settings: { fields: [], ...settings } };
  }
  const encoding: Encoding = utf16Of(head) ? "UTF-16" : isUtf8 ? "UTF-8" : "Windows-1252";
  let text = "";
  for await (const piece of textOf([head], encoding)) text += piece;
  const delimiter = delimiterOf(text);
  const start = firstLines.exec(text)?.[0] ?? "";
  const [header, ...rows] = await firstRows(start, delimiter, isMore || start.length < text.length);
  if (!header || header.faults.length > 0) throw unusable(importMessages.header);
  if (rows.length === 0) throw unusable(importMessages.noRows);
  if (header.cells.length > importLimits.columns) throw unusable(importMessages.tooManyColumns(importLimits.columns));
  const names = header.cells.map((name, place) => cut(withoutNul(name).trim(), maxNameLength) || `Column ${place + 1}`);
  const valuesAt = (place: number) => rows.slice(0, maxSampleRows).map(({ cells }) => cells[place] ?? "");
  const fields = proposedFields(names, named, valuesAt).map((field, place) =>
    place === indexOfFaults(names) ? null : field,
  );
  const columns = names.map((columnName, place) => ({
    name: columnName,
    samples: samplesOf(rows, place),
    field: fields[place] ?? null,
  }));
  return { kind: "csv", encoding, delimiter, columns, settings: { fields, ...settings } };
}

/** Strips NUL, which PostgreSQL can't store. */
const withoutNul = (text: string) => text.replaceAll("\0", "");

/** Enough for the samples, and soon parsed: the event loop waits for it. */
const firstLines = /^(?:[^\r\n]*(?:\r\n?|\n)){0,1000}[^\r\n]*/;

/** Returns the rows at the beginning of a file, ignoring a row cut off at the end. */
async function firstRows(text: string, delimiter: Delimiter, isMore: boolean): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  try {
    for await (const more of rowsOfTable([text], delimiter)) rows.push(...more);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (rows.length < 2 && !isMore) throw unusable(error.message);
  }
  return rows;
}

function samplesOf(rows: readonly TableRow[], place: number): string[] {
  const values = rows.slice(0, maxSampleRows).map(({ cells }) => withoutNul(cells[place] ?? "").trim());
  const samples = [...new Set(values.filter((value) => value !== ""))].slice(0, 3);
  return samples.map((value) => (value.length > maxSampleLength ? `${cut(value, maxSampleLength)}…` : value));
}
