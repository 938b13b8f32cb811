import {
  countSchools,
  type DirectoryRow,
  matchBorrowers,
  lockDirectory,
  recordFile,
  schoolUse,
  type UseFilters,
  writeSchools,
} from "./schools.queries.ts";
import { directoryLimits, type SchoolUse, schoolUseCsv as csvCall, uploadDirectory } from "#contract/people/schools.ts";
import type { FileAnswer, UploadStream } from "#contract/wire/endpoint.ts";
import { readTable } from "#server/platform/tables/read-table.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { cut } from "#contract/wire/cut.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";

const maxListedErrors = 5;
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** Replaces the state's directory of schools, completely or not at all. One upload waits for another. */
export async function replaceDirectory(db: Database, actor: Actor, { fileName, content }: UploadStream): Promise<void> {
  const schools = await schoolsOf(content);
  const open = schools.filter(({ isOpen }) => isOpen).length;
  const name = fileName.replaceAll("\0", "").trim().slice(-200) || "unnamed";
  await inTransaction(db, async (tx) => {
    await lockDirectory(tx);
    const before = await countSchools(tx);
    if (isIncomplete(open, before.open))
      throw unusable(
        `Nothing was changed. This file has ${inWords(open)} and the directory has ${inWords(before.open)}, so the file looks incomplete. Upload the whole directory.`,
      );
    const diff = await writeSchools(tx, schools);
    const after = await countSchools(tx);
    await recordFile(tx, { name, actor, ...diff });
    await matchBorrowers(tx);
    await recordActivity(tx, actor, {
      call: uploadDirectory.call,
      kind: "import",
      subjectId: null,
      label: name,
      before: { "Open schools": before.open, "Closed schools": before.closed },
      after: { "Open schools": after.open, "Closed schools": after.closed, Added: diff.added, Changed: diff.changed },
    });
  });
}

const inWords = (schools: number) => `${schools.toLocaleString("en-US")} open ${schools === 1 ? "school" : "schools"}`;

/** Reads to the end even if the file is refused, because a sender that is still sending misses the response. */
async function schoolsOf(content: AsyncIterable<Uint8Array>): Promise<DirectoryRow[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  const { header, rows } = await readTable(Buffer.concat(pieces), directoryLimits.rows);
  const missing = columns.filter((name) => !header.includes(name.toLowerCase()));
  if (missing.length > 0)
    throw unusable(`The first row must name the columns of the state’s directory. Missing: ${missing.join(", ")}.`);
  const { schools, faults } = readRows(rows, header);
  if (faults.length > 0) {
    const more = faults.length > maxListedErrors ? ` And ${faults.length - maxListedErrors} more.` : "";
    throw unusable(`Nothing was changed. ${faults.slice(0, maxListedErrors).join(" ")}${more}`);
  }
  if (schools.length === 0) throw unusable("The file has no schools.");
  return schools;
}

const columns = ["CDSCode", "StatusType", "County", "District", "School", "City", "Zip", "State"] as const;
type Name = (typeof columns)[number];

/** Whether each of the state's statuses counts as open. */
const statuses = new Map([
  ["active", true],
  ["pending", true],
  ["closed", false],
  ["merged", false],
]);

const maxLength = 200;

/** Returns a school, null for a district or county office, or an error sentence. */
function readRow(cells: readonly string[], header: readonly string[]): DirectoryRow | string | null {
  const cell = (name: Name) => {
    const value = (cells[header.indexOf(name.toLowerCase())] ?? "").replaceAll("\0", "").trim().replace(/\s+/g, " ");
    return /^(no data|information not available)$/i.test(value) ? "" : value;
  };
  const cdsCode = cell("CDSCode");
  if (!/^\d{14}$/.test(cdsCode)) return `CDSCode must have 14 digits; this is “${cut(cdsCode, 30)}”.`;
  const isOpen = statuses.get(cell("StatusType").toLowerCase());
  if (isOpen === undefined)
    return `StatusType must be Active, Pending, Closed or Merged; this is “${cut(cell("StatusType"), 30)}”.`;
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

/** A file that would close more than half of a directory is probably incomplete. */
function isIncomplete(open: number, before: number): boolean {
  return before >= 100 && open * 2 < before;
}

const maxRows = 50_000; // more than the state has schools
const rowsOnPage = 1000;

/** Returns orders by county, district, or school as a CSV, counted once for all of its pages. */
export async function schoolUseCsv(
  db: Database,
  filters: UseFilters,
  { actor, timeZone }: { actor: Actor; timeZone: string },
): Promise<FileAnswer> {
  let uses: readonly (SchoolUse & { place: number })[] = [];
  return csvDownload(db, actor, timeZone, {
    name: `orders-by-${filters.by}`,
    entry: { call: csvCall.call, kind: "borrowers", label: `Orders by ${filters.by}` },
    counted: "Rows",
    count: async (tx) => {
      const { data } = await schoolUse(tx, filters, { limit: maxRows, offset: 0 });
      uses = data.map((use, at) => ({ ...use, place: at + 1 }));
      return { count: uses.length, lastId: uses.length };
    },
    header: ["County", "District", "School", "Borrowers", "Orders", "Copies ordered"],
    page: async (after) => uses.slice(after, after + rowsOnPage),
    idOf: ({ place }) => place,
    cellsOf: ({ county, district, school, borrowers, orders, copies }) => [
      county === "" ? "Not in the directory" : county,
      district,
      school,
      borrowers,
      orders,
      copies,
    ],
  });
}
