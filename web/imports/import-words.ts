import type { ImportView } from "./import-view.ts";
import type { ImportCounts, ImportDetail, ImportSummary, ImportUndone } from "#contract/imports/imports.ts";

export function counted(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? singular : plural}`;
}

type Counted = Pick<ImportSummary, "counts" | "kind">;
type Names = Pick<ImportView, "one" | "many" | "place">;

export function rowOf(kind: ImportSummary["kind"]): "row" | "record" {
  return kind === "marc" ? "record" : "row";
}

/** A number of rows and their outcome; `words` follows the number. */
export type Result = { number: number; words: string };

const result = (number: number, singular: string, plural: string, rest: string): Result => ({
  number,
  words: `${number === 1 ? singular : plural} ${rest}`,
});

/** Returns the outcomes of an import, leaving out those with no rows. */
export function resultsOf({ counts, kind }: Counted, isSaved: boolean, { one, many, place }: Names): Result[] {
  const { added, changed, unchanged, skipped, faulty, copies } = counts;
  const row = rowOf(kind);
  return [
    result(added, one, many, isSaved ? "added" : "to add"),
    result(changed, one, many, isSaved ? "changed" : "to change"),
    result(copies, "copy", "copies", isSaved ? "added" : "to add"),
    result(unchanged, one, many, `already ${place}, unchanged`),
    result(skipped, one, many, `already ${place}, kept as is`),
    result(faulty, row, `${row}s`, isSaved ? "with errors, skipped" : "with errors"),
  ].filter(({ number }) => number > 0);
}

export function undoneResults({ removed, restored, copies, kept }: ImportUndone, { one, many }: Names): Result[] {
  return [
    result(removed, one, many, "removed"),
    result(restored, one, many, "restored"),
    result(copies, "copy", "copies", "removed"),
    result(kept, one, many, "kept"),
  ].filter(({ number }) => number > 0);
}

export function summaryOf(detail: Counted, isSaved: boolean, names: Names): string {
  return joinResults(resultsOf(detail, isSaved, names));
}

export function joinResults(results: readonly Result[]): string {
  return results.map(({ number, words }) => `${number.toLocaleString("en-US")} ${words}`).join(", ");
}

export function changesSomething({ added, changed }: ImportCounts): boolean {
  return added + changed > 0;
}

export function progressText({
  rowsDone,
  rowsTotal,
  kind,
}: Pick<ImportSummary, "rowsDone" | "rowsTotal" | "kind">): string {
  const row = rowOf(kind);
  if (rowsTotal === null) return rowsDone === 0 ? "Reading the file…" : counted(rowsDone, row);
  return `${rowsDone.toLocaleString("en-US")} of ${counted(rowsTotal, row)}`;
}

/** Returns the announcement for screen readers, which changes with the state and every quarter of its progress. */
export function announcementOf(
  detail: Counted & Pick<ImportDetail, "state" | "progress" | "message" | "undone">,
  names: Names,
): string {
  const { state, progress, message } = detail;
  const quarter = Math.floor(progress / 25) * 25;
  const percent = quarter > 0 && quarter < 100 ? `, ${quarter} percent` : "";
  switch (state) {
    case "matching":
      return "";
    case "checking":
      return `Checking the file${percent}.`;
    case "checked":
      return `Check complete: ${summaryOf(detail, false, names) || "nothing to save"}.`;
    case "saving":
      return `Saving the rows${percent}.`;
    case "saved":
      return `Saved: ${summaryOf(detail, true, names) || "no changes needed"}.`;
    case "undoing":
      return `Undoing the import${percent}.`;
    case "undone":
      return `The import is undone: ${detail.undone && joinResults(undoneResults(detail.undone, names))}.`;
    case "canceled":
      return "The import is canceled. Nothing was saved.";
    case "failed":
      return `The import failed. Nothing was saved. ${message ?? ""}`.trim();
  }
}
