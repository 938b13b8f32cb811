import { stringify } from "csv-stringify/sync";
import { guarded } from "./reading/formulas.rules.ts";

/**
 * Rows of a CSV for spreadsheets: every text is quoted (a lone carriage return would not be by default), and formulas
 * are guarded so that an import can undo it, which escape_formulas cannot.
 */
export function writtenRows(rows: readonly (readonly (string | number)[])[], { bom = false } = {}): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? guarded(cell) : cell)));
  return stringify(cells, { bom, record_delimiter: "\r\n", quoted_string: true });
}
