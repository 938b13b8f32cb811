import { type SchoolUse, schoolUseCsv as csvCall } from "#contract/people/schools.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { schoolUse, type UseAsked } from "./schools.queries.ts";

const most = 50_000; // more than the state has schools
const rowsOnPage = 1000;

/** What was ordered by county, district or school as a CSV, counted once for all of its pages. */
export async function schoolUseCsv(
  db: Database,
  asked: UseAsked,
  { actor, timeZone }: { actor: Actor; timeZone: string },
): Promise<FileAnswer> {
  let uses: readonly (SchoolUse & { place: number })[] = [];
  return csvDownload(db, actor, timeZone, {
    name: `orders-by-${asked.by}`,
    entry: { call: csvCall.call, kind: "borrowers", label: `Orders by ${asked.by}` },
    counted: "Rows",
    count: async (tx) => {
      const { data } = await schoolUse(tx, asked, { limit: most, offset: 0 });
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
