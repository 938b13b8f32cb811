-- What a title has is looked up line by line: a join is planned for an average of all titles, and where orders by days are for
-- few of them, it read every open order of the library for one title.

-- What the rows of a title add up to when so many of its copies are booked soon (null: it has no bookings), so that a count can be
-- written together with the plan that it follows from. PostgreSQL puts its text into what asks, as it does with a view.
create function stock_of(title integer, soon integer) returns table (checked_out integer, requested integer, "out" integer)
language sql stable parallel safe as $$
  select
    (select count(*) from assignments where assignments.item_id = title and released_at is null)::integer,
    (coalesce((
      select sum(order_lines.quantity - (
        select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null
      ))
      from order_lines
      where order_lines.item_id = title and (select status_id from orders where orders.order_id = order_lines.order_id) in (1, 2)
        and (soon is null or (select true from line_days where line_days.order_line_id = order_lines.order_line_id) is null)
    ), 0) + (select count(*) from queue_offers where queue_offers.item_id = title and closed_at is null)
      + coalesce(soon, 0))::integer,
    (
      select count(*) from assignments where assignments.item_id = title and released_at is null
        and (select status_id from orders where orders.order_id = assignments.order_id) = 3
    )::integer
$$;

create or replace view circulation_stock as
select item_id, stock.checked_out, stock.requested, stock.out
from items cross join lateral stock_of(item_id, booked_soon) as stock;

-- The places of open orders that have a copy, or wait for one. "offset 0" keeps each look-up one.
create or replace view circulation_places as
select
  order_lines.item_id, order_lines.order_line_id, open.order_id, place.slot::smallint as slot, held.copy_id,
  open.status_id = 3 as is_out, coalesce(held.due_on, open.return_date) as due_on, days.leaves_on, days.free_on
from order_lines
cross join lateral (
  select order_id, status_id, return_date from orders where orders.order_id = order_lines.order_id and is_open offset 0
) as open
cross join lateral generate_series(1, order_lines.quantity) as place (slot)
left join lateral (
  select copy_id, due_on from assignments
  where assignments.order_line_id = order_lines.order_line_id and assignments.slot = place.slot and released_at is null offset 0
) as held on true
left join lateral (
  select leaves_on, free_on from line_days where line_days.order_line_id = order_lines.order_line_id offset 0
) as days on true
where open.status_id in (1, 2) or held.copy_id is not null;
