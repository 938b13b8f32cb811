import {
  type KeptBorrowerReason,
  maxImportedBorrowers,
  missingBorrowerField,
} from "#contract/people/borrower-files.ts";
import { languages } from "#contract/site/languages.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { draftsAfter, type ImportKind, writeUnused } from "#server/imports/public.ts";
import * as z from "zod";
import { hashPassword, newPassword } from "../accounts/passwords.ts";
import { userNameFrom } from "../borrowers/callers.ts";
import { borrowerColumns, type BorrowerInput, borrowerLayout, columnOf } from "./borrower-row.rules.ts";
import * as queries from "./borrower-rows.queries.ts";
import { openBorrowerCheck } from "./check-borrowers.ts";

const batchSize = 500;

const storedDraft = z.object({
  borrowerName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  schoolName: z.string(),
  schoolDistrict: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  language: z.enum(languages),
  note: z.string(),
}) satisfies z.ZodType<BorrowerInput>;

/** Imports of borrowers. They have confirmed mailboxes, because they come from the library's own list, and no password. */
export const borrowerImports: ImportKind = {
  of: "borrowers",
  maxRows: maxImportedBorrowers,
  fields: borrowerColumns,
  objectionToFields: missingBorrowerField,
  words: {
    fields: ["school"],
    objectionTo: async (db, { value }) =>
      (await queries.schoolsOfWords(db, [value])).has(value) ? undefined : importMessages.noSuchSchool(value),
    withChoices: async (db, words) => {
      const choices = await queries.schoolsLikeWords(
        db,
        words.map(({ word }) => word),
      );
      return words.map((word) => ({ ...word, choices: choices.get(word.word) ?? [] }));
    },
  },
  openCheck: openBorrowerCheck,
  nameOf: (draft) => {
    const { borrowerName, schoolName } = storedDraft.parse(draft);
    return `${borrowerName}, ${schoolName}`;
  },
  save: saveBorrowers,
  recordsById: queries.importedBorrowersById,
  undo: undoBorrowers,
  savedEntry: ({ added }) => ({ "Borrowers added": added }),
  undoneEntry: ({ removed, kept }) => ({ "Borrowers removed": removed, "Borrowers kept": kept }),
};

type SaveParts = Parameters<ImportKind["save"]>[0];

async function saveBorrowers({ tx, file, layout, actor, report }: SaveParts): ReturnType<ImportKind["save"]> {
  // nobody knows this password, so the only way in is a link to their mailbox
  const passwordHash = await hashPassword(newPassword());
  const importId = file.import_id;
  const conflicting: number[] = [];
  let [added, rowsDone] = [0, 0];
  for (let after = 0; ;) {
    const page = await draftsAfter(tx, importId, { outcome: "add", after, limit: batchSize });
    const last = page.at(-1);
    if (!last) break;
    const checked = page.map(({ row, draft, likeId }) => ({ ...storedDraft.parse(draft), row, likeId }));
    // a row isn't a conflict if staff chose to add it although its email address is known
    const isNew = ({ likeId }: { likeId: number | null }) => likeId === null;
    const inUse = await queries.emailsInUse(
      tx,
      checked.filter(isNew).map(({ emailAddress }) => emailAddress.toLowerCase()),
    );
    const isConflict = (row: (typeof checked)[number]) => isNew(row) && inUse.has(row.emailAddress.toLowerCase());
    conflicting.push(...checked.filter(isConflict).map(({ row }) => row));
    const rows = checked.filter((row) => !isConflict(row));
    await insertAll(rows, (named) => queries.insertBorrowers(tx, named, { importId, passwordHash, actor }));
    added += rows.length;
    rowsDone += checked.length;
    await report(rowsDone);
    after = last.row;
  }
  const fault = {
    column: columnOf(borrowerLayout(layout), "emailAddress"),
    message: importMessages.emailAddedMeanwhile,
  };
  return { added, changed: 0, copies: 0, conflicts: [{ rows: conflicting, fault }] };
}

type Draft = BorrowerInput & { row: number };

/** Inserts all with user names made from their email addresses, and tries the next name for those that are taken. */
async function insertAll(rows: readonly Draft[], insert: (named: queries.NewBorrower[]) => Promise<Set<number>>) {
  let left = rows;
  for (let tries = 1; left.length > 0; tries += 1) {
    const taken = new Set<string>();
    const named = left.flatMap((row) => {
      const userName = userNameFrom(row.emailAddress, tries);
      if (taken.has(userName.toLowerCase())) return []; // the next round names it
      taken.add(userName.toLowerCase());
      return [{ ...row, userName }];
    });
    const done = await insert(named);
    left = left.filter(({ row }) => !done.has(row));
  }
}

type UndoArguments = Parameters<ImportKind["undo"]>;

async function undoBorrowers(
  tx: UndoArguments[0],
  { importId }: UndoArguments[1],
  rows: UndoArguments[2],
): ReturnType<ImportKind["undo"]> {
  const verdicts = (await queries.lockImported(tx, importId, rows)).map((borrower) => ({
    ...borrower,
    reason: whyKept(borrower),
  }));
  const unused = verdicts.filter(({ reason }) => reason === undefined);
  const { done, used } = await writeUnused(tx, unused, (batch) =>
    queries.deleteBorrowers(
      tx,
      batch.map(({ borrowerId }) => borrowerId),
    ),
  );
  const kept = [
    ...verdicts.flatMap(({ row, reason }) => (reason === undefined ? [] : [{ row, reason }])),
    ...used.map(({ row }) => ({ row, reason: "used" })),
  ];
  return { removed: done.length, restored: 0, copies: 0, kept };
}

function whyKept({ hasPassword, isEdited, isUsed }: queries.ImportedBorrower): KeptBorrowerReason | undefined {
  if (hasPassword) return "password";
  if (isUsed) return "used";
  return isEdited ? "edited" : undefined;
}
