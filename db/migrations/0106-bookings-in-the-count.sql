-- Of a title with bookings: how many copies are on the shelf now and cannot be lent for a usual loan, because they are
-- booked before it would be over. Null: no order with days is open for it.
alter table items add column booked_soon integer;

-- Requested is what the count leaves out: places without days that wait for a copy, held copies, and what is booked soon.
create or replace view circulation_stock as
select
  items.item_id,
  (select count(*) from assignments where assignments.item_id = items.item_id and released_at is null)::integer as checked_out,
  (coalesce((
    select sum(order_lines.quantity - (
      select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null
    ))
    from order_lines join orders using (order_id)
    where order_lines.item_id = items.item_id and orders.status_id in (1, 2)
      and (booked_soon is null or not exists (select from line_days where line_days.order_line_id = order_lines.order_line_id))
  ), 0) + (select count(*) from queue_offers where queue_offers.item_id = items.item_id and closed_at is null)
    + coalesce(booked_soon, 0))::integer as requested,
  (
    select count(*) from assignments join orders using (order_id)
    where assignments.item_id = items.item_id and released_at is null and orders.status_id = 3
  )::integer as out
from items;

create or replace function note_answer_change_of_title() returns trigger language plpgsql as $$
begin
  old.active_copies := new.active_copies;
  old.checked_out := new.checked_out;
  old.requested := new.requested;
  old.booked_soon := new.booked_soon;
  old.shortfall := new.shortfall;
  old.in_stock := new.in_stock;
  insert into answer_changes (what, item_id) values (case when old *= new then 'counts' else 'lists' end, new.item_id);
  return null;
end $$;
