import { type AlikeChoice, type AlikePair, alikePair, settleAlike as settleCall } from "#contract/imports/alike.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";
import { importOf, writeCounts } from "../imports.queries.ts";
import { countRows } from "../rows.queries.ts";
import { locked, lockedAt } from "../steer-import.ts";
import { keepTitles } from "../undoing/imported-titles.queries.ts";
import { judgeTitles, removeAdded } from "../undoing/undo-import.ts";
import * as queries from "./alike.queries.ts";

const titlesAtOnce = 100;

/** The pairs to choose about: of checked rows, or of saved titles. */
export async function listAlike(
  db: Database,
  importId: number,
  page: { page: number; pageSize: number },
): Promise<{ data: AlikePair[]; total: number }> {
  const { state } = found(await importOf(db, importId));
  const list = state === "checked" ? queries.alikeRows : queries.alikeTitles;
  const { rows, total } = await list(db, importId, page);
  return { data: z.array(alikePair).parse(rows), total };
}

/** Chooses what a save makes of a row, or of all (0). */
export async function chooseAlike(db: Database, importId: number, row: number, choice: AlikeChoice): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { counts } = await lockedAt(tx, importId, ["checked"]);
    await queries.choose(tx, importId, row, choice);
    await writeCounts(tx, importId, { ...counts, ...(await countRows(tx, importId)) });
  });
}

type Settling = { importId: number; row: number; choice: AlikeChoice };

/** Does the same for a saved title, or for the next hundred (0); gives how many are left. */
export async function settleAlike(db: Database, settling: Settling, actor: Actor): Promise<number> {
  const { importId, row, choice } = settling;
  return inTransaction(db, async (tx) => {
    const file = await locked(tx, importId);
    if (file.state !== "saved") throw new Refusal({ kind: "import-not-ready", state: file.state });
    if (choice === "new") await queries.settleAsNew(tx, importId, row);
    const done = choice === "new" ? nothing : await mergeOrRemove(tx, settling, actor);
    await queries.countSettled(tx, importId, done);
    await recordAudit(tx, actor, {
      call: settleCall.call,
      kind: "import",
      subjectId: importId,
      label: file.file_name,
      before: null,
      after: {
        ...(row > 0 && { Row: row }),
        ...(choice === "new" && { "Not duplicates": row > 0 ? 1 : "All" }),
        ...(choice === "merge" && { "Titles merged": done.merged }),
        ...(choice === "skip" && { "Titles removed": done.removed }),
        ...(choice !== "new" && { "Titles kept": done.kept }),
      },
    });
    return queries.countAlike(tx, importId, { undecided: true });
  });
}

const nothing = { merged: 0, removed: 0, copies: 0, kept: 0 };

async function mergeOrRemove(tx: Transaction, { importId, row, choice }: Settling, actor: Actor) {
  const wanted = await queries.nextAlike(tx, importId, row, titlesAtOnce);
  const likes = new Map(wanted.map(({ itemId, likeId }) => [itemId, likeId]));
  const judged = await judgeTitles(tx, importId, wanted);
  if (judged.length === 0 && wanted.length > 0) throw new Refusal({ kind: "held-elsewhere" });
  const ready = judged.filter(({ reason }) => !reason || (choice === "merge" && reason === "labeled"));
  const kept = judged.flatMap(({ row: of, reason }) =>
    reason && !ready.some((title) => title.row === of) ? [{ row: of, reason }] : [],
  );
  if (choice === "merge") {
    for (const { row: of, itemId } of ready) {
      await queries.mergeInto(tx, importId, { row: of, itemId, likeId: likes.get(itemId) ?? 0 }, actor);
    }
    await recountStock(
      tx,
      ready.flatMap(({ itemId }) => likes.get(itemId) ?? []),
    );
    await keepTitles(tx, importId, kept);
    return { ...nothing, merged: ready.length, kept: kept.length };
  }
  const { done, used } = await removeAdded(tx, ready);
  const left = [...kept, ...used.map((title) => ({ row: title.row, reason: "used" as const }))];
  await keepTitles(tx, importId, left);
  const copies = done.reduce((sum, title) => sum + title.copies, 0);
  return { ...nothing, removed: done.length, copies, kept: left.length };
}
