import { stringify } from "csv-stringify/sync";
import { guarded } from "./reading/formulas.rules.ts";

/**
 * Rows of a CSV that spreadsheets open: every text is quoted (a lone carriage return would not be by itself), and one
 * that reads as a formula is guarded so that an import can take the guard off again, which escape_formulas cannot.
 */
export function writtenRows(rows: readonly (readonly (string | number)[])[], { bom = false } = {}): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? guarded(cell) : cell)));
  return stringify(cells, { bom, record_delimiter: "\r\n", quoted_string: true });
}
