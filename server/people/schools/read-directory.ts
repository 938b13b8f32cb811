import { directoryLimits } from "#contract/people/schools.ts";
import { cut } from "#contract/wire/cut.ts";
import { readTable } from "#server/platform/tables/read-table.ts";
import { isOneOf } from "#server/platform/tables/columns.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";
import type { DirectoryRow } from "./schools.queries.ts";

const task = z.object({ bytes: z.instanceof(Uint8Array) });
const maxListedErrors = 5;
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

export type DirectoryFile = { schools: DirectoryRow[]; notes: string[] };

/** Reads the state's directory of schools in the reader process. Refuses the whole file if one row is wrong. */
export async function run(input: unknown): Promise<DirectoryFile> {
  const { bytes } = task.parse(input);
  const { header, rows, notes } = await readTable(bytes, directoryLimits.rows, isColumn);
  const missing = columns.filter((name) => !header.includes(name.toLowerCase()));
  if (missing.length > 0)
    throw unusable(`The file must have the columns of the state’s directory. Missing: ${missing.join(", ")}.`);
  const { schools, faults } = readRows(rows, header);
  if (faults.length > 0) {
    const more = faults.length > maxListedErrors ? ` And ${faults.length - maxListedErrors} more.` : "";
    throw unusable(`Nothing was changed. ${faults.slice(0, maxListedErrors).join(" ")}${more}`);
  }
  if (schools.length === 0) throw unusable("The file has no schools.");
  return { schools, notes };
}

const columns = ["CDSCode", "StatusType", "County", "District", "School", "City", "Zip", "State"] as const;
type Name = (typeof columns)[number];

const isColumn = isOneOf(columns);

/** Which of the state's statuses count as open. */
const statuses = new Map([
  ["active", true],
  ["pending", true],
  ["closed", false],
  ["merged", false],
]);

const maxLength = 200;

/** Returns a school, null for a district or county office, or an error sentence. */
function readRow(cells: readonly string[], header: readonly string[]): DirectoryRow | string | null {
  const placeOf = (name: Name) => header.indexOf(name.toLowerCase());
  const end = columns.find((name) => placeOf(name) >= cells.length); // such as in an incomplete download
  if (end) return `The row ends before its ${end}.`;
  const cell = (name: Name) => {
    const value = (cells[placeOf(name)] ?? "").replaceAll("\0", "").trim().replace(/\s+/g, " ");
    return /^(no data|information not available)$/i.test(value) ? "" : value;
  };
  const cdsCode = cell("CDSCode");
  if (!/^\d{14}$/.test(cdsCode)) return `CDSCode must have 14 digits; this one is “${cut(cdsCode, 30)}”.`;
  const isOpen = statuses.get(cell("StatusType").toLowerCase());
  if (isOpen === undefined)
    return `StatusType must be Active, Pending, Closed or Merged; this one is “${cut(cell("StatusType"), 30)}”.`;
  const [school, district, county] = [cell("School"), cell("District"), cell("County")];
  if (school === "") return null;
  if (district === "" || county === "") return "A school needs a county and a district.";
  const row = { cdsCode, school, district, county, city: cell("City"), state: cell("State"), zip: cell("Zip"), isOpen };
  const isLong = Object.values(row).some((value) => typeof value === "string" && value.length > maxLength);
  return isLong ? `A name can’t have more than ${maxLength} characters.` : row;
}

function readRows(rows: readonly TableRow[], header: readonly string[]) {
  const rowsByCode = new Map<string, number>();
  const schools: DirectoryRow[] = [];
  const faults: string[] = [];
  for (const { row, cells, faults: rowFaults } of rows) {
    const school = rowFaults[0]?.message ?? readRow(cells, header);
    if (school === null) continue;
    if (typeof school === "string") faults.push(`Row ${row}: ${school}`);
    else if (rowsByCode.has(school.cdsCode))
      faults.push(`Row ${row}: its CDSCode ${school.cdsCode} is also in row ${rowsByCode.get(school.cdsCode)}.`);
    else {
      rowsByCode.set(school.cdsCode, row);
      schools.push(school);
    }
  }
  return { schools, faults };
}
