import { cancelImport, type ImportDetail, importFieldNames, type ImportSettings } from "#contract/imports.ts";
import { importMessages, ownMessages } from "#contract/messages.ts";
import { found } from "#server/refusals/found.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { codesOf } from "#server/modules/catalogue/public.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { rowsAfter } from "./rows.queries.ts";
import { presentDetail } from "./imports.present.ts";
import * as queries from "./imports.queries.ts";

const mostFaults = 100;

/** An import with its first faults. */
export async function showImport(db: Database, importId: number): Promise<ImportDetail> {
  const row = found(await queries.importOf(db, importId));
  const faulty = await rowsAfter(db, importId, { outcome: "fault", after: 0, most: mostFaults });
  const faults = faulty.flatMap(({ row: number, faults: each }) => each.map((fault) => ({ row: number, ...fault })));
  return presentDetail(row, faults.slice(0, mostFaults));
}

/** Begins the dry run with what was chosen. */
export async function matchImport(db: Database, importId: number, settings: ImportSettings): Promise<void> {
  const missing = noneOfOurs(await codesOf(db), settings.defaults);
  if (missing) throw new Refusal({ kind: "invalid" }, { sentence: missing });
  await inTransaction(db, async (tx) => {
    const row = await lockedAt(tx, importId, ["matching", "checked"]);
    const objection = objectionTo(settings, row);
    if (objection) throw new Refusal({ kind: "invalid" }, { sentence: objection });
    await queries.askForCheck(tx, importId, settings);
  });
}

/** What a default names that the library has not got; 0 names nothing. */
function noneOfOurs(
  { categories, subjects, grades }: Awaited<ReturnType<typeof codesOf>>,
  { categoryId, subjectId, gradeId }: ImportSettings["defaults"],
): string | undefined {
  const everyGrade = grades.reduce((mask, grade) => mask | grade.gradeId, 0);
  if (categoryId !== 0 && !categories.some((one) => one.categoryId === categoryId)) return ownMessages.noSuchCategory;
  if (subjectId !== 0 && !subjects.some((one) => one.subjectId === subjectId)) return ownMessages.noSuchSubject;
  return (gradeId & ~everyGrade) === 0 ? undefined : ownMessages.noSuchGrade;
}

function objectionTo({ fields }: ImportSettings, row: queries.ImportRow): string | undefined {
  if (row.kind === "marc") return fields.length === 0 ? undefined : importMessages.columnsDiffer(0);
  if (fields.length !== row.columns.length) return importMessages.columnsDiffer(row.columns.length);
  if (!fields.includes("title")) return importMessages.titleNotMatched;
  const twice = fields.find(
    (field, place) => field !== null && field !== "description" && field !== "tags" && fields.indexOf(field) < place,
  );
  return twice === undefined || twice === null ? undefined : importMessages.matchedTwice(importFieldNames[twice]);
}

/** Has the rows saved: all of them only when none is faulty. */
export async function saveRows(
  db: Database,
  importId: number,
  { wanted, userId }: { wanted: "all" | "good"; userId: number },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { counts } = await lockedAt(tx, importId, ["checked"]);
    if (wanted === "all" && counts.faulty > 0) throw new Refusal({ kind: "faulty-rows", rows: counts.faulty });
    if (counts.added + counts.changed === 0) throw new Refusal({ kind: "nothing-to-save" });
    await queries.askForSave(tx, importId, { wanted, userId });
  });
}

/** Gives an import up; whoever works on it notices at the next step, and undoes what was begun. */
export async function cancel(db: Database, importId: number, hand: Hand): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await locked(tx, importId);
    if (row.state === "saved") throw new Refusal({ kind: "import-saved" });
    await queries.giveUp(tx, importId, hand.at);
    await recordAudit(tx, hand, {
      call: cancelImport.call,
      kind: "import",
      subjectId: importId,
      label: row.file_name,
      before: { State: row.state },
      after: { State: "cancelled" },
    });
  });
}

async function locked(tx: Transaction, importId: number): Promise<queries.ImportRow> {
  await queries.lockImport(tx, importId);
  return found(await queries.importOf(tx, importId));
}

async function lockedAt(tx: Transaction, importId: number, states: readonly string[]): Promise<queries.ImportRow> {
  const row = await locked(tx, importId);
  if (!states.includes(row.state)) throw new Refusal({ kind: "import-not-ready", state: row.state });
  if (!row.is_file_kept) throw new Refusal({ kind: "import-file-gone" });
  return row;
}
