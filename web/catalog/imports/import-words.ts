import type { ImportCounts, ImportDetail, ImportSummary, ImportUndone } from "#contract/catalog/imports.ts";

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

type Counted = Pick<ImportSummary, "counts" | "kind">;

export function rowOf(kind: ImportSummary["kind"]): "row" | "record" {
  return kind === "marc" ? "record" : "row";
}

/** The number of rows of a kind and their outcome; `words` follows the number. */
export type Result = { number: number; words: string };

const many = (number: number, one: string, several: string, rest: string): Result => ({
  number,
  words: `${number === 1 ? one : several} ${rest}`,
});

/** The outcomes that were or will be saved, without empty kinds. */
export function resultsOf({ counts, kind }: Counted, isSaved: boolean): Result[] {
  const { added, changed, unchanged, skipped, faulty, copies } = counts;
  const row = rowOf(kind);
  return [
    many(added, "title", "titles", isSaved ? "added" : "to add"),
    many(changed, "title", "titles", isSaved ? "changed" : "to change"),
    many(copies, "copy", "copies", isSaved ? "added" : "to add"),
    many(unchanged, "title", "titles", "already in the inventory, unchanged"),
    many(skipped, "title", "titles", "already in the inventory, kept as is"),
    many(faulty, row, `${row}s`, isSaved ? "with errors, skipped" : "with errors"),
  ].filter(({ number }) => number > 0);
}

export function undoneResults({ removed, restored, copies, kept }: ImportUndone): Result[] {
  return [
    many(removed, "title", "titles", "removed"),
    many(restored, "title", "titles", "as before the import"),
    many(copies, "copy", "copies", "removed"),
    { number: kept, words: kept === 1 ? "title stays" : "titles stay" },
  ].filter(({ number }) => number > 0);
}

export function inShort(detail: Counted, isSaved: boolean): string {
  return onOneLine(resultsOf(detail, isSaved));
}

export function onOneLine(results: readonly Result[]): string {
  return results.map(({ number, words }) => `${number.toLocaleString("en-US")} ${words}`).join(", ");
}

export function changesSomething({ added, changed }: ImportCounts): boolean {
  return added + changed > 0;
}

export function howFar({ rowsDone, rowsTotal, kind }: Pick<ImportSummary, "rowsDone" | "rowsTotal" | "kind">): string {
  const row = rowOf(kind);
  if (rowsTotal === null) return rowsDone === 0 ? "Reading the file…" : counted(rowsDone, row);
  return `${rowsDone.toLocaleString("en-US")} of ${counted(rowsTotal, row)}`;
}

/** Announcements for screen readers: each state once, and every quarter of a running one. */
export function newsOf(detail: Counted & Pick<ImportDetail, "state" | "progress" | "message" | "undone">): string {
  const { state, progress, message } = detail;
  const quarter = Math.floor(progress / 25) * 25;
  const far = quarter > 0 && quarter < 100 ? `, ${quarter} percent` : "";
  switch (state) {
    case "matching":
      return "";
    case "checking":
      return `Checking the file${far}.`;
    case "checked":
      return `Check complete: ${inShort(detail, false) || "nothing to save"}.`;
    case "saving":
      return `Saving the rows${far}.`;
    case "saved":
      return `Saved: ${inShort(detail, true) || "no changes needed"}.`;
    case "undoing":
      return `Undoing the import${far}.`;
    case "undone":
      return `The import is undone: ${detail.undone && onOneLine(undoneResults(detail.undone))}.`;
    case "cancelled":
      return "The import is canceled. Nothing was saved.";
    case "failed":
      return `The import failed. Nothing was saved. ${message ?? ""}`.trim();
  }
}
