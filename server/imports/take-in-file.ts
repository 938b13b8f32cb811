import { uploadImport } from "#contract/imports/imports.ts";
import type { UploadStream } from "#contract/wire/endpoint.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import * as queries from "./imports.queries.ts";
import { EncodingEvidence } from "#server/platform/tables/encoding.rules.ts";
import { type Head, readFirstRows } from "./first-rows.ts";
import { objectionToTable } from "#server/platform/tables/file-kind.rules.ts";
import type { ImportKind } from "./import-kind.ts";

const chunkSize = 128 * 1024; // bytes per database row; the first chunk is used to identify the file
const maxNameLength = 200;

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

type FileFormat = Pick<queries.NewFile, "kind" | "format" | "stray_bytes" | "columns" | "settings">;

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
    const { size, ...head } = await store(db, importId, { content, kind });
    const format = await detectFormat(kind, { ...head, isPart: size > head.bytes.length });
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
  const evidence = new EncodingEvidence();
  let [size, position] = [0, 0];
  let head: Uint8Array = Buffer.alloc(0);
  let objection: string | undefined;
  for await (const chunk of inChunks(content)) {
    if (position === 0) {
      head = chunk;
      objection = objectionTo(head, kind);
    }
    if (objection || chunk.length === 0) continue;
    evidence.add(chunk);
    size += chunk.length;
    await queries.writeChunk(db, importId, position, chunk);
    position += 1;
  }
  if (objection) throw unusable(objection);
  return { bytes: head, size, ...evidence.result() };
}

function objectionTo(head: Uint8Array, { records }: ImportKind): string | undefined {
  if (records?.begins(head)) return undefined;
  return records?.objectionTo(head) ?? objectionToTable(head, records ? `a CSV file or ${records.name}` : "a CSV file");
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

const settings = {
  defaults: { categoryId: 0, subjectId: 0, gradeId: 0, description: "", language: "", copies: 1 },
  existing: "skip",
  unknown: "fault",
  longTitles: "fault",
  skuDigits: null,
} as const;

async function detectFormat(kind: ImportKind, head: Head): Promise<FileFormat> {
  if (kind.records?.begins(head.bytes))
    return { kind: "marc", format: null, stray_bytes: 0, columns: [], settings: { fields: [], ...settings } };
  const { format, columns } = await readFirstRows(kind, head);
  const fields = columns.map(({ field }) => field);
  return { kind: "csv", format, stray_bytes: head.strays, columns, settings: { fields, ...settings } };
}

/** Strips NUL, which PostgreSQL can't store. */
const withoutNul = (text: string) => text.replaceAll("\0", "");
