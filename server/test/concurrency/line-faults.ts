import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** What must never be seen in a line: rows of these are wrong. */
const wrongs = [
  [
    "a copy is held for two",
    sql`select from waitlist_offers where closed_at is null and copy_id is not null group by copy_id having count(*) > 1`,
  ],
  [
    "two are held for one",
    sql`select from waitlist_offers where closed_at is null group by place_id having count(*) > 1`,
  ],
  [
    "a held copy is with somebody",
    sql`select from waitlist_offers join assignments using (copy_id) where closed_at is null and released_at is null`,
  ],
  [
    "somebody was overtaken",
    sql`select from waitlist_offers as later join waitlist_entries as other using (place_id), waitlist_entries as earlier
      where earlier.item_id = other.item_id and earlier.place_id < other.place_id
        and not exists (select from waitlist_offers where waitlist_offers.place_id = earlier.place_id and offer_id < later.offer_id)`,
  ],
] as const;

/** What is wrong in the lines of all titles at this moment. */
export async function faultsInLine(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [name, rows] of wrongs) if ((await sql`${rows} limit 1`.execute(db)).rows.length > 0) found.push(name);
  return found;
}
