import type { KeptTitleReason } from "#contract/catalog/title-files.ts";
import { type ImportKind, writeUnused } from "#server/imports/public.ts";
import { recountStock } from "../copies/stock.queries.ts";
import * as titles from "./imported-titles.queries.ts";
import type { ImportedTitle } from "./imported-titles.queries.ts";

/** Removes added titles and restores changed ones, unless someone has used or changed them since. */
export const undoTitles: ImportKind["undo"] = async (tx, { importId, actor }, rows) => {
  const locked = await titles.lockAvailableTitles(tx, importId, rows);
  const verdicts = (await titles.titlesSince(tx, importId, locked)).map((title) => ({
    ...title,
    reason: whyKept(title),
  }));
  const undoable = verdicts.filter(({ reason }) => reason === undefined);
  const added = await writeUnused(
    tx,
    undoable.filter(({ kind }) => kind === "added"),
    (batch) =>
      titles.removeTitles(
        tx,
        batch.map(({ itemId }) => itemId),
      ),
  );
  const changed = await writeUnused(
    tx,
    undoable.filter(({ kind }) => kind !== "added"),
    (batch) =>
      titles.restoreTitles(
        tx,
        importId,
        batch.map(({ row }) => row),
        actor,
      ),
  );
  await recountStock(
    tx,
    changed.done.map(({ itemId }) => itemId),
  );
  const kept = [
    ...verdicts.flatMap(({ row, reason }) => (reason === undefined ? [] : [{ row, reason }])),
    ...[...added.used, ...changed.used].map(({ row }) => ({ row, reason: "used" as const })),
  ];
  const copies = [...added.done, ...changed.done].reduce((sum, title) => sum + title.copies, 0);
  return { removed: added.done.length, restored: changed.done.length, copies, kept };
};

export function whyKept(title: ImportedTitle): KeptTitleReason | undefined {
  if (title.kind === "added" && title.isOrdered) return "ordered";
  if (title.kind === "added" && title.isInCart) return "in-cart";
  if (title.isLent) return "lent";
  if (title.isEdited) return "edited";
  if (title.isLabeled) return "labeled";
  if (title.hasLaterCopies) return "copies-added";
  if (title.isChanged || title.own !== title.copies) return "copies-changed";
  return title.isReserved ? "reserved" : undefined;
}
