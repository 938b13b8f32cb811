import type { ImportSettings, WordField } from "#contract/imports/imports.ts";
import { missingTitleField } from "#contract/catalog/title-files.ts";
import { languageTag } from "#contract/catalog/title-languages.ts";
import { isMaskOf } from "#contract/catalog/grade-masks.ts";
import { importMessages, ownMessages } from "#contract/wire/messages.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import type { ImportKind } from "#server/imports/public.ts";
import type { Database } from "#server/platform/database.ts";
import * as z from "zod";
import { codesOf } from "../codes/codes.queries.ts";
import { openTitleCheck } from "./check-titles.ts";
import { importedTitlesById } from "./imported-titles.queries.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import { marcRecords } from "./reading/marc-rows.ts";
import { UnknownWord } from "./reading/names.rules.ts";
import { titleColumns } from "./reading/row.rules.ts";
import { saveTitles } from "./save-titles.ts";
import { undoTitles } from "./undo-titles.ts";

const titleDraft = z.nullable(z.object({ title: z.string() }));

/** Imports of titles with their copies, from tables and MARC 21 records. */
export const titleImports: ImportKind = {
  of: "titles",
  maxRows: importLimits.rows,
  fields: titleColumns,
  records: marcRecords,
  objectionToFields: missingTitleField,
  objectionToSettings: objectionToDefaults,
  words: { fields: ["category", "subject", "grade", "language"], objectionTo: objectionToWord },
  openCheck: openTitleCheck,
  nameOf: (draft) => titleDraft.parse(draft)?.title ?? "",
  save: saveTitles,
  recordsById: importedTitlesById,
  undo: undoTitles,
  savedEntry: ({ added, changed, copies }) => ({
    "Titles added": added,
    "Titles changed": changed,
    "Copies added": copies,
  }),
  undoneEntry: ({ removed, restored, copies, kept }) => ({
    "Titles removed": removed,
    "Titles restored": restored,
    "Copies removed": copies,
    "Titles kept": kept,
  }),
};

/** Rejects defaults with unknown codes; 0 means none. */
async function objectionToDefaults(db: Database, { defaults }: ImportSettings): Promise<string | undefined> {
  const { categoryId, subjectId, gradeId, language } = defaults;
  const { categories, subjects, grades } = await codesOf(db);
  if (categoryId !== 0 && !categories.some((each) => each.categoryId === categoryId)) return ownMessages.noSuchCategory;
  if (subjectId !== 0 && !subjects.some((each) => each.subjectId === subjectId)) return ownMessages.noSuchSubject;
  if (languageTag(language) !== language) return ownMessages.noSuchLanguage;
  return gradeId === 0 || isMaskOf(gradeId, grades) ? undefined : ownMessages.noSuchGrade;
}

const readers: Partial<Record<WordField, typeof fileFields.categoryId | typeof fileFields.language>> = {
  category: fileFields.categoryId,
  subject: fileFields.subjectId,
  grade: fileFields.gradeId,
  language: fileFields.language,
};

async function objectionToWord(
  db: Database,
  { field, value }: { field: WordField; value: string },
): Promise<string | undefined> {
  const read = readers[field]?.read(value, await codesOf(db));
  return read instanceof UnknownWord ? importMessages.noSuch(read.what, read.word, read.choices) : undefined;
}
