import type { foundBorrowersCsv, searchBorrowers as searchCall } from "#contract/borrowers/borrowers.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { presentBorrowerRow } from "./borrowers.present.ts";
import { type BorrowerSearch, borrowersWith, pageOfBorrowers } from "./borrowers.queries.ts";

type Asked = Received<typeof foundBorrowersCsv>["query"];

const usualPageSize = 25;

/** A page of the borrowers that match, and how many there are. */
export async function searchBorrowers(
  db: Database,
  { page = 1, pageSize = usualPageSize, ...asked }: Received<typeof searchCall>["query"],
  today: string,
) {
  const { count, ids } = await pageOfBorrowers(db, searchOf(asked, today), { page, pageSize });
  return { data: (await borrowersWith(db, ids, today)).map(presentBorrowerRow), total: count };
}

export function searchOf({ searchString: text, county, state, sort }: Asked, today: string): BorrowerSearch {
  return { text, county, state, sort: sort === "" ? "name" : sort, today };
}
