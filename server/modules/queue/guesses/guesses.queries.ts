import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { Known } from "./guess.rules.ts";

const returnsKnown = 100; // the latest of a title
const lineKnown = 1000; // nobody can tell who is served before as many

/** What a guess for a place of a locked title can be based on; undefined: it has something held, is paused, or waits for certain days. */
export async function knownOf(tx: Transaction, placeId: number) {
  const { rows } = await sql<Known & { today: string }>`
    select
      coalesce((select json_agg(json_build_object('due', due, 'districtLate', coalesce(days_late, '{}'))) from (
        select coalesce(due_on, return_date) as due, days_late
        from assignments join orders using (order_id)
        left join late_districts on district = lower(btrim(ship_to_district))
        where item_id = place.item_id and released_at is null and status_id = 3 and coalesce(due_on, return_date) is not null
      ) as out), '[]') as loans,
      (select count(*)::integer from queue_offers where item_id = place.item_id and closed_at is null and copy_id is not null) as held,
      coalesce((select json_agg(late) from (
        select library_day_of(released_at) - coalesce(due_on, return_date) as late
        from copies join assignments using (copy_id) join orders using (order_id) -- ended loans have an index by copy only
        where copies.item_id = place.item_id and release_reason = 'returned' and coalesce(due_on, return_date) is not null
        order by released_at desc limit ${sql.lit(returnsKnown)}
      ) as back), '[]') as "daysLate",
      coalesce((select json_agg(ready_on order by place_id) from (
        select before.place_id, coalesce(before.leaves_on, before.ready_on, before.needed_from - 14, '-infinity') as ready_on
        from queue_places as before join account_mailboxes using (borrower_id) join borrowers using (borrower_id)
        where item_id = place.item_id and left_at is null and before.place_id < place.place_id and not is_paused and blocked_because = ''
          -- whom an email reaches goes before those whom none does
          and (is_read and is_confirmed or not own.is_reached)
          and not exists (
            select from queue_offers where queue_offers.place_id = before.place_id and closed_at is null)
        limit ${sql.lit(lineKnown)}
      ) as line), '[]') as ahead,
      ready_on as "readyOn",
      library_day_of(now()) as today
    from queue_places as place cross join lateral (
      select is_read and is_confirmed as is_reached from account_mailboxes where account_mailboxes.borrower_id = place.borrower_id
    ) as own
    where place_id = ${placeId} and not is_paused and leaves_on is null
      and not exists (select from queue_offers where queue_offers.place_id = place.place_id and closed_at is null)`.execute(
    tx,
  );
  return rows[0];
}

export async function keepGuess(tx: Transaction, placeId: number, guess: { earliest: string; latest: string }) {
  await sql`
    insert into queue_guesses (place_id, earliest, latest) values (${placeId}, ${guess.earliest}::date, ${guess.latest}::date)
    on conflict do nothing -- it was measured already, or proved wrong`.execute(tx);
}

/** A place that waits in another way than it was guessed for: its guess is none anymore, unless it has proved wrong. */
export async function dropGuess(tx: Transaction, placeId: number): Promise<void> {
  await sql`
    delete from queue_guesses where place_id = ${placeId} and came_on is null and latest >= library_day_of(now())`.execute(
    tx,
  );
}
