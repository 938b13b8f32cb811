import { statuses } from "#contract/catalog/codes.ts";
import type { TitleOnCalendar } from "#contract/waitlist/reservations.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Both days are inclusive. */
export type CalendarFilters = {
  first: string;
  last: string;
  categoryId: number;
  isKit: boolean;
  searchString: string;
  today: string;
};

/**
 * Returns a page of the titles with a reservation or a current loan between two days, by title, with the copies. An
 * order that hasn't shipped counts where its reservation is planned; one that has shipped is a loan.
 */
export async function titlesOnCalendar(
  db: Database,
  { first, last, categoryId, isKit, searchString, today }: CalendarFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: TitleOnCalendar[]; total: number }> {
  const { rows } = await sql<TitleOnCalendar & { total: number }>`
    with stays as materialized (
      select bookings.item_id, bookings.copy_id, order_id, ship_on as leaves_on, due_on as back_on, false as is_out, false as is_late
      from bookings join order_line_dates using (order_line_id) join order_lines using (order_line_id)
      join orders using (order_id)
      where status_id in (${sql.lit(statuses.new)}, ${sql.lit(statuses.processing)})
        and ship_on <= ${last}::date and due_on >= ${first}::date
      union all
      select item_id, copy_id, order_id, ship_date, greatest(coalesce(due_on, return_date), ${today}::date), true,
        coalesce(due_on, return_date) < ${today}::date
      from assignments join orders using (order_id)
      where released_at is null and status_id = ${sql.lit(statuses.shipped)} and coalesce(due_on, return_date) is not null
        and ship_date <= ${last}::date and greatest(coalesce(due_on, return_date), ${today}::date) >= ${first}::date
    ), titles as materialized (
      select item_id from items
      where item_id in (select item_id from stays)
        and (${categoryId} = 0 or category_id = ${categoryId}) and (not ${isKit}::boolean or parts <> '')
        and (${searchString} = '' or words_of(title || ' ' || reference_number) @@ words_like(${searchString}))
    ), page as materialized (
      select items.*, (select count(*)::integer from titles) as total from titles join items using (item_id)
      order by sort_title, item_id limit ${limit} offset ${offset}
    ), lines as (
      select stays.item_id, stays.copy_id, copy_number, jsonb_agg(jsonb_build_object('orderId', order_id, 'schoolName',
        ship_to_school, 'leavesOn', leaves_on, 'backOn', back_on, 'isOut', is_out, 'isLate', is_late)
        order by leaves_on, order_id) as stays
      from stays join page using (item_id) join orders using (order_id) left join copies on copies.copy_id = stays.copy_id
      group by stays.item_id, stays.copy_id, copy_number
    )
    select item_id as "inventoryId", title, language, reference_number as "referenceNumber", active_copies as copies, total,
      (select jsonb_agg(jsonb_build_object('inventoryItemId', copy_id, 'copyNumber', copy_number, 'stays', lines.stays)
        order by copy_number) from lines where lines.item_id = page.item_id) as stays
    from page order by sort_title, item_id`.execute(db);
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
