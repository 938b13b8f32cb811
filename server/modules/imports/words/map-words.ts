import { mapWords as mapCall } from "#contract/imports/words.ts";
import { importMessages } from "#contract/messages.ts";
import type { WordField } from "#contract/imports.ts";
import { codesOf } from "#server/modules/codes/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { fileFields } from "../reading/file-fields.rules.ts";
import { UnknownWord } from "../reading/names.rules.ts";
import { wordKey } from "../reading/words.rules.ts";
import { meaningsOf, type NewMeaning, writeMeanings } from "./words.queries.ts";

const readers = {
  category: fileFields.categoryId,
  subject: fileFields.subjectId,
  grade: fileFields.gradeId,
  language: fileFields.language,
} as const satisfies Record<WordField, unknown>;

/** Keeps what words of files mean. Each has to mean something that the library has, or nothing. */
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
