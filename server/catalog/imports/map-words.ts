import { mapWords as mapCall, type WordField } from "#contract/catalog/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import { UnknownWord } from "./reading/names.rules.ts";
import { renamedMeanings, wordKey } from "./reading/words.rules.ts";
import { lockMeanings, meaningsOf, type NewMeaning, writeMeanings } from "./imports.queries.ts";

const readers = {
  category: fileFields.categoryId,
  subject: fileFields.subjectId,
  grade: fileFields.gradeId,
  language: fileFields.language,
} as const satisfies Record<WordField, unknown>;

export async function mapWords(db: Database, words: readonly NewMeaning[], actor: Actor): Promise<void> {
  const choices = await codesOf(db);
  for (const { field, value } of words) {
    const read = value ? readers[field].read(value, choices) : undefined;
    if (read instanceof UnknownWord)
      throw new Refusal({ kind: "invalid" }, { sentence: importMessages.noSuch(read.what, read.word, read.choices) });
  }
  await inTransaction(db, async (tx) => {
    const before = await meaningsOf(tx);
    await writeMeanings(tx, words);
    const after = await meaningsOf(tx);
    const snapshot = (meanings: ReadonlyMap<string, string>): Snapshot =>
      Object.fromEntries(
        words.map(({ field, word }) => {
          const value = meanings.get(wordKey(field, word));
          return [`${field} "${word}"`, value === "" ? "nothing" : (value ?? null)];
        }),
      );
    await recordAudit(tx, actor, {
      call: mapCall.call,
      kind: "import",
      subjectId: null,
      label: "Words of files",
      before: snapshot(before),
      after: snapshot(after),
    });
  });
}

type Renamed = { field: Extract<WordField, "subject" | "grade">; from: string; to: string };

/** After codes were renamed: what words of files mean has their new names, and their old names are such words. */
export async function renameInWords(tx: Transaction, renamed: readonly Renamed[]): Promise<void> {
  const meanings = await lockMeanings(tx);
  await writeMeanings(tx, renamedMeanings(meanings, renamed));
}
