-- What is on the hold shelf is found from the indexes of what is held and of what was ordered lately: with "or" between them, every
-- offer that there ever was was read. It says the same as before.
create or replace view hold_shelf as
select copy_id, borrower_id, null::timestamptz as closed_at, until_at, null::integer as order_id
from queue_offers join queue_places using (place_id) join copies using (copy_id)
where closed_at is null and not is_inactive
  and not exists (select from assignments where assignments.copy_id = queue_offers.copy_id and released_at is null)
union all
select copy_id, borrower_id, closed_at, null, order_id
from (
  select copy_id, borrower_id, closed_at, (
    select order_id from orders join order_lines using (order_id)
    where orders.borrower_id = queue_places.borrower_id and order_lines.item_id = queue_offers.item_id and status_id in (1, 2)
      and quantity > (
        select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null)
    order by order_id limit 1) as order_id
  from queue_offers join queue_places using (place_id) join copies using (copy_id)
  where outcome = 'ordered' and closed_at > now() - interval '60 days' and not is_inactive
    and not exists (select from assignments where assignments.copy_id = queue_offers.copy_id and released_at is null)
    -- the last one for its copy
    and not exists (
      select from queue_offers as later where later.copy_id = queue_offers.copy_id and later.offer_id > queue_offers.offer_id
        and (later.closed_at is null or later.outcome = 'ordered'))
) as ordered where order_id is not null;
