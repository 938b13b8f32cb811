-- The line, for who serves days: queue_ready is what the version before reads, which holds a copy for everybody in it.
create view queue_line as
select place_id, item_id, password_hash is not null and mailbox_confirmed_at is not null as is_reached, leaves_on, free_on
from queue_places join borrowers using (borrower_id) join accounts using (user_id)
where left_at is null and not is_paused and blocked_because = ''
  and (leaves_on is not null or coalesce(ready_on, needed_from - 14, '-infinity') <= library_day_of(now()))
  and coalesce(until_on, needed_to, 'infinity') >= library_day_of(now())
  and not exists (select from queue_offers where queue_offers.place_id = queue_places.place_id and closed_at is null);

create or replace view queue_ready as
select place_id, item_id, is_reached, leaves_on, free_on from queue_line where leaves_on is null;

-- The first instant of a day of the library.
create function library_day_begins(day date) returns timestamptz language sql stable parallel safe as $$
  select day::timestamp at time zone (select time_zone from library_time_zone)
$$;

-- Copies that are held are promised; days that are held are nobody's copy.
create or replace view title_users as
select
  order_lines.item_id, open.order_id, open.status_id, null::integer as copy_id, open.ship_to_name as name, open.ship_to_school as school,
  open.return_date, open.ordered_at as since, days.leaves_on,
  case when open.status_id = 3 then held.copies else 0 end as out,
  case when open.status_id = 3 then 0 else held.copies end as packed,
  case when open.status_id = 3 then 0 else order_lines.quantity - held.copies end as waiting
from order_lines
cross join lateral (
  select order_id, status_id, ship_to_name, ship_to_school, return_date, ordered_at from orders
  where orders.order_id = order_lines.order_id and is_open offset 0
) as open
cross join lateral (
  select count(*)::integer as copies from assignments
  where assignments.order_line_id = order_lines.order_line_id and released_at is null
) as held
left join lateral (
  select leaves_on from line_days where line_days.order_line_id = order_lines.order_line_id offset 0
) as days on true
union all
select queue_offers.item_id, null, null, copy_id, name, school_name, null, offered_at, null, 0, 1, 0
from queue_offers join queue_places using (place_id) join borrowers using (borrower_id)
where closed_at is null and copy_id is not null;
