-- Who has copies of a title or was promised some, so that its numbers and the list below them are one count: the lines of open orders,
-- and the copies that are held for those in line. What an order by teaching days waits for is promised from when it is to be packed
-- on; the day is given with it. Looked up line by line, as in 0115.
create view title_users as
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
where closed_at is null;
