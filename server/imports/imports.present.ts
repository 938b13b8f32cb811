import type { ImportDetail, ImportFault, ImportSummary } from "#contract/imports/imports.ts";
import type { ImportRow } from "./imports.queries.ts";

export function presentSummary(row: ImportRow): ImportSummary {
  return {
    importId: row.import_id,
    of: row.of,
    fileName: row.file_name,
    size: row.size,
    kind: row.kind,
    state: row.state,
    message: row.message,
    progress: row.progress,
    rowsTotal: row.rows_total,
    rowsDone: row.rows_done,
    counts: row.counts,
    userName: row.name ?? "",
    uploadedAt: row.uploaded_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    isFileKept: row.is_file_kept,
    canBeUndone: row.has_records && (row.state === "saved" || row.state === "undone"),
    undone: row.undone && { ...row.undone, kept: row.kept },
  };
}

export function presentDetail(
  row: ImportRow,
  faults: readonly ImportFault[],
  notes: readonly ImportFault[],
): ImportDetail {
  const { format, columns, settings, findings } = row;
  const words = row.is_file_kept ? row.words : [];
  const summary = presentSummary(row);
  return {
    ...summary,
    format,
    columns: [...columns],
    settings,
    faults: [...faults],
    words,
    notes: [...notes],
    findings,
  };
}
