import { importDetail, type ImportOf, type ImportState, type WordField } from "#contract/imports/imports.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { cancelJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { sql, type Updateable } from "kysely";
import type { Imports } from "#db/schema.ts";
import * as z from "zod";
import { keyOf, type Meaning, type Meanings, wordKey } from "#server/platform/tables/words.rules.ts";

export type ImportRow = Awaited<ReturnType<typeof importsBy>>[number];

export type NewFile = Pick<ImportRow, "kind" | "format" | "stray_bytes" | "columns" | "settings" | "size">;

export const noCounts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  faulty: 0,
  copies: 0,
  noted: 0,
  duplicates: 0,
};

/** Creates an import, which stays invisible until its file is complete. */
export async function beginUpload(
  db: Database,
  { userId, at }: Actor,
  { of, fileName }: { of: ImportOf; fileName: string },
): Promise<number> {
  const { import_id } = await db
    .insertInto("imports")
    .values({ user_id: userId, of, file_name: fileName, state: "uploading", uploaded_at: at })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  return import_id;
}

export async function writeChunk(db: Database, importId: number, position: number, bytes: Uint8Array): Promise<void> {
  await db
    .insertInto("import_chunks")
    .values({ import_id: importId, position, bytes: Buffer.from(bytes) })
    .execute();
}

/** Makes the import visible once its file is complete. */
export async function endUpload(tx: Transaction, importId: number, file: NewFile): Promise<void> {
  const { format, columns, settings, ...rest } = file;
  await tx
    .updateTable("imports")
    .set({ ...rest, ...asJson({ format, columns, settings }), state: "matching" })
    .where("import_id", "=", importId)
    .where("state", "=", "uploading")
    .execute();
}

const asJson = ({ format, columns, settings }: Pick<ImportRow, "format" | "columns" | "settings">) => ({
  format: format && JSON.stringify(format),
  columns: JSON.stringify(columns),
  settings: JSON.stringify(settings),
});

export async function deleteUpload(db: Database, importId: number): Promise<void> {
  await db.deleteFrom("imports").where("import_id", "=", importId).where("state", "=", "uploading").execute();
}

/** Returns the beginning of a file. */
export async function firstChunkOf(db: Database, importId: number): Promise<Uint8Array> {
  const chunk = db
    .selectFrom("import_chunks")
    .select("bytes")
    .where("import_id", "=", importId)
    .where("position", "=", 0);
  return (await chunk.executeTakeFirstOrThrow()).bytes;
}

export async function* chunksOf(db: Database, importId: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const chunk = await db
      .selectFrom("import_chunks")
      .select("bytes")
      .where("import_id", "=", importId)
      .where("position", "=", position)
      .executeTakeFirst();
    if (!chunk) return;
    yield chunk.bytes;
  }
}

const { shape } = importDetail;
const storedFields = z.object({
  of: shape.of,
  kind: shape.kind,
  format: shape.format,
  columns: shape.columns,
  words: shape.words,
  findings: shape.findings,
  settings: shape.settings,
  state: shape.state,
  wanted: z.nullable(z.enum(["all", "good"])),
  undone: z.nullable(z.object({ removed: z.number(), restored: z.number(), copies: z.number() })),
  counts: z.preprocess((known) => Object.assign({ ...noCounts }, known), shape.counts),
});

const hasRecords = sql<boolean>`exists (select from imported_records where imported_records.import_id = imports.import_id)`;
const keptRecords = sql<number>`case when undone is null then 0 else (select count(*)::integer from imported_records
  where imported_records.import_id = imports.import_id and kept is not null) end`;

/** Returns the import with this id, or the latest ones. */
export async function importsBy(db: Database, { importId, limit }: { importId?: number; limit: number }) {
  const rows = await db
    .selectFrom("imports")
    .leftJoin("account_names", "account_names.user_id", "imports.user_id")
    .select([
      "import_id",
      "imports.user_id",
      "name",
      "of",
      "file_name",
      "size",
      "kind",
      "format",
      "stray_bytes",
      "columns",
    ])
    .select(["settings", "state", "wanted", "message", "progress", "rows_total", "rows_done", "counts", "uploaded_at"])
    .select(["finished_at", "is_file_kept", "saved_by", "undone", "undone_by", "words", "findings"])
    .select([hasRecords.as("has_records"), keptRecords.as("kept")])
    .where("state", "<>", "uploading")
    .$if(importId !== undefined, (query) => query.where("import_id", "=", importId ?? 0))
    .orderBy("uploaded_at", "desc")
    .orderBy("import_id", "desc")
    .limit(sql.lit(limit))
    .execute();
  return rows.map((row) => ({ ...row, ...storedFields.parse(row) }));
}

export async function importOf(db: Database, importId: number): Promise<ImportRow | undefined> {
  return (await importsBy(db, { importId, limit: 1 }))[0];
}

export async function lockImport(tx: Transaction, importId: number): Promise<void> {
  await tx.selectFrom("imports").select("import_id").where("import_id", "=", importId).forUpdate().execute();
}

/** Changes columns of an import. */
export async function changeImport(tx: Transaction, importId: number, changes: Updateable<Imports>): Promise<void> {
  await tx.updateTable("imports").set(changes).where("import_id", "=", importId).execute();
}

/** The input of a check. */
export type Matching = Pick<ImportRow, "format" | "columns" | "settings">;

export async function requestCheck(tx: Transaction, importId: number, matching: Matching): Promise<void> {
  const reset = { ...resetProgress, counts: "{}", rows_total: null };
  await changeImport(tx, importId, { ...reset, ...asJson(matching), state: "checking" });
  await enqueueJob(tx, jobOf(importId));
}

export async function requestSave(
  tx: Transaction,
  importId: number,
  { wanted, userId }: { wanted: "all" | "good"; userId: number },
): Promise<void> {
  await changeImport(tx, importId, { ...resetProgress, state: "saving", wanted, saved_by: userId });
  await enqueueJob(tx, jobOf(importId));
}

const resetProgress = { message: null, progress: 0, rows_done: 0 } as const;
const jobOf = (importId: number) => ({ kind: "import", key: String(importId) }) as const;

/** Cancels an import and deletes its file and rows; its worker notices and stops. */
export async function cancelImport(tx: Transaction, importId: number, at: Date): Promise<void> {
  await changeImport(tx, importId, { state: "canceled", finished_at: at, is_file_kept: false });
  await cancelJob(tx, jobOf(importId));
  await deleteFiles(tx, [importId]);
}

/** Deletes the contents of files, which can be about people, and keeps how they were matched and their results. */
async function deleteFiles(db: Database, importIds: readonly number[]): Promise<void> {
  const isOneOfThem = sql<boolean>`import_id = any(${[...importIds]}::integer[])`;
  await sql`
    update imports set words = '[]', findings = '{}', columns = (
      select coalesce(jsonb_agg(value || '{"samples": []}' order by ordinality), '[]')
      from jsonb_array_elements(columns) with ordinality)
    where ${isOneOfThem}`.execute(db);
  await db.deleteFrom("import_chunks").where(isOneOfThem).execute();
  await db.deleteFrom("import_rows").where(isOneOfThem).execute();
}

/** Deletes the files and rows of imports older than `before`, and incomplete uploads older than `interruptedBefore`. */
export async function deleteOldFiles(db: Database, before: Date, interruptedBefore: Date): Promise<void> {
  await db
    .deleteFrom("imports")
    .where("state", "=", "uploading")
    .where("uploaded_at", "<", interruptedBefore)
    .execute();
  const rows = await db
    .updateTable("imports")
    .set({
      is_file_kept: false,
      state: sql<ImportState>`case when state in ('saved', 'undoing', 'undone', 'failed') then state else 'canceled' end`,
    })
    .where("is_file_kept", "=", true)
    .where("uploaded_at", "<", before)
    .where("state", "not in", ["checking", "saving"])
    .returning("import_id")
    .execute();
  const ids = rows.map(({ import_id }) => import_id);
  await deleteFiles(db, ids);
}

export type NewMeaning = { field: WordField; word: string; value: string | null };

const allMeanings = sql<Meaning>`select field, word, value from import_words`;

export async function meaningsOf(db: Database): Promise<Meanings> {
  const { rows } = await allMeanings.execute(db);
  return new Map(rows.map(({ field, word, value }) => [wordKey(field, word), value]));
}

/** Returns all meanings, and locks out other writers until this transaction ends. */
export async function lockMeanings(tx: Transaction): Promise<Meaning[]> {
  await sql`lock table import_words in share row exclusive mode`.execute(tx);
  return (await allMeanings.execute(tx)).rows;
}

/** Writes meanings and deletes those that are null. If a word has two, the last one counts. */
export async function writeMeanings(tx: Transaction, words: readonly NewMeaning[]): Promise<void> {
  const last = [...new Map(words.map((word) => [wordKey(word.field, word.word), word])).values()];
  const sorted = last
    .map(({ field, word, value }) => ({ field, word: keyOf(word), value }))
    .toSorted((a, b) => (wordKey(a.field, a.word) < wordKey(b.field, b.word) ? -1 : 1));
  await sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as input (field text, word text, value text)
    ),
    deleted as (
      delete from import_words using input
      where import_words.field = input.field and import_words.word = input.word and input.value is null
    )
    insert into import_words (field, word, value) select field, word, value from input where value is not null
    on conflict (field, word) do update set value = excluded.value`.execute(tx);
}
