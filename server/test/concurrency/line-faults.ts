import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Queries that must never find rows. */
const wrongs = [
  [
    "a copy has two holds",
    sql`select from waitlist_offers where closed_at is null and copy_id is not null group by copy_id having count(*) > 1`,
  ],
  [
    "a borrower has two holds on a title",
    sql`select from waitlist_offers where closed_at is null group by place_id having count(*) > 1`,
  ],
  [
    "a held copy is assigned",
    sql`select from waitlist_offers join assignments using (copy_id) where closed_at is null and released_at is null`,
  ],
  [
    "a later entry got a hold first",
    sql`select from waitlist_offers as later join waitlist_entries as other using (place_id), waitlist_entries as earlier
      where earlier.item_id = other.item_id and earlier.place_id < other.place_id
        and not exists (select from waitlist_offers where waitlist_offers.place_id = earlier.place_id and offer_id < later.offer_id)`,
  ],
] as const;

/** Returns what is wrong on the waitlists now. */
export async function waitlistFaults(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, rows] of wrongs) if ((await sql`${rows} limit 1`.execute(db)).rows.length > 0) faults.push(name);
  return faults;
}
