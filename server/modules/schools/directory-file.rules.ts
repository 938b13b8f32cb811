import { cut } from "#contract/wire/cut.ts";

/** A school as the state's directory has it. */
export type DirectoryRow = {
  cdsCode: string;
  school: string;
  district: string;
  county: string;
  city: string;
  state: string;
  zip: string;
  isOpen: boolean;
};

const needed = ["CDSCode", "StatusType", "County", "District", "School", "City", "Zip", "State"] as const;
type Name = (typeof needed)[number];
export type Places = Record<Name, number>;

/** Where the columns are, or which are missing. */
export function placesOf(header: readonly string[]): { places: Places } | { missing: Name[] } {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  );
  const places = { CDSCode: 0, StatusType: 0, County: 0, District: 0, School: 0, City: 0, Zip: 0, State: 0 };
  const missing = needed.filter((name) => (places[name] = names.indexOf(name.toLowerCase())) < 0);
  return missing.length > 0 ? { missing } : { places };
}

/** The statuses that the state writes; of these, schools that are or will be there. */
const statuses = new Map([
  ["active", true],
  ["pending", true],
  ["closed", false],
  ["merged", false],
]);

const longest = 200;

/** A row, null for one that is about a district or county office, or a sentence about what is wrong with it. */
function readRow(cells: readonly string[], places: Places): DirectoryRow | string | null {
  const cell = (name: Name) => {
    const value = (cells[places[name]] ?? "").replaceAll("\0", "").trim().replace(/\s+/g, " ");
    return /^(no data|information not available)$/i.test(value) ? "" : value;
  };
  const cdsCode = cell("CDSCode");
  if (!/^\d{14}$/.test(cdsCode)) return `CDSCode must have 14 digits; this is “${cut(cdsCode, 30)}”.`;
  const isOpen = statuses.get(cell("StatusType").toLowerCase());
  if (isOpen === undefined)
    return `StatusType must be Active, Pending, Closed or Merged; this is “${cut(cell("StatusType"), 30)}”.`;
  const [school, district, county] = [cell("School"), cell("District"), cell("County")];
  if (school === "") return null;
  if (district === "" || county === "") return "A school needs its county and its district.";
  const row = { cdsCode, school, district, county, city: cell("City"), state: cell("State"), zip: cell("Zip"), isOpen };
  const long = Object.values(row).some((value) => typeof value === "string" && value.length > longest);
  return long ? `A name cannot have more than ${longest} characters.` : row;
}

/** Rows of a file that repeat a CDS code: where it was before. */
export function readRows(rows: readonly { row: number; cells: readonly string[] }[], places: Places) {
  const seen = new Map<string, number>();
  const schools: DirectoryRow[] = [];
  const faults: string[] = [];
  for (const { row, cells } of rows) {
    const read = readRow(cells, places);
    if (read === null) continue;
    if (typeof read === "string") faults.push(`Row ${row}: ${read}`);
    else if (seen.has(read.cdsCode))
      faults.push(`Row ${row}: its CDSCode ${read.cdsCode} is also in row ${seen.get(read.cdsCode)}.`);
    else {
      seen.set(read.cdsCode, row);
      schools.push(read);
    }
  }
  return { schools, faults };
}

/** Whether a file closes so much of a directory that it is only a part of one. */
export function isPart(open: number, before: number): boolean {
  return before >= 100 && open * 2 < before;
}
