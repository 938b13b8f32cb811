import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { Known } from "./guess.rules.ts";

const returnsKnown = 100; // the latest of a title

/** What a guess for a place of a locked title can be based on. */
export async function knownOf(tx: Transaction, itemId: number, placeId: number) {
  const { rows } = await sql<Known & { today: string }>`
    select
      coalesce((select json_agg(json_build_object('due', due, 'districtLate', coalesce(days_late, '{}'))) from (
        select coalesce(due_on, return_date) as due, days_late
        from assignments join orders using (order_id)
        left join late_districts on district = lower(btrim(ship_to_district))
        where item_id = ${itemId} and released_at is null and status_id = 3 and coalesce(due_on, return_date) is not null
      ) as out), '[]') as loans,
      (select count(*)::integer from queue_offers where item_id = ${itemId} and closed_at is null) as held,
      coalesce((select json_agg(late) from (
        select released_at::date - coalesce(due_on, return_date) as late
        from copies join assignments using (copy_id) join orders using (order_id) -- ended loans have an index by copy only
        where copies.item_id = ${itemId} and release_reason = 'returned' and coalesce(due_on, return_date) is not null
        order by released_at desc limit ${sql.lit(returnsKnown)}
      ) as back), '[]') as "daysLate",
      (select count(*)::integer from queue_places
        where item_id = ${itemId} and left_at is null and place_id < ${placeId} and not is_paused
          and not exists (
            select from queue_offers where queue_offers.place_id = queue_places.place_id and closed_at is null)) as ahead,
      to_char(current_date, 'YYYY-MM-DD') as today`.execute(tx);
  return rows[0];
}

export async function keepGuess(tx: Transaction, placeId: number, guess: { earliest: string; latest: string }) {
  await sql`
    insert into queue_guesses (place_id, earliest, latest) values (${placeId}, ${guess.earliest}::date, ${guess.latest}::date)`.execute(
    tx,
  );
}

/** A place that waits in another way than it was guessed for: its guess is none anymore. */
export async function dropGuess(tx: Transaction, placeId: number): Promise<void> {
  await sql`delete from queue_guesses where place_id = ${placeId} and came_on is null`.execute(tx);
}
