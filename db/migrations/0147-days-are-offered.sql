alter table queue_offers validate constraint queue_offers_of_a_copy_or_days;

create or replace function queue_offers_of_free_copies() returns trigger language plpgsql as $$
begin
  perform from copies where copy_id = new.copy_id for no key update;
  if new.copy_id is not null and (
      not exists (select from copies join items using (item_id)
        where copy_id = new.copy_id and item_id = new.item_id and not is_inactive and items.archived_at is null)
      or exists (select from assignments where copy_id = new.copy_id and released_at is null))
    or not exists (select from queue_places where place_id = new.place_id and item_id = new.item_id and left_at is null)
  then
    raise exception 'copy % is not free for place %', new.copy_id, new.place_id
      using errcode = 'check_violation', constraint = 'queue_offers_of_free_copies';
  end if;
  return new;
end $$;

-- Whose turn it can be: not paused, not blocked, nothing held yet, and with days that can still be met and are near enough for
-- the mail. Who needs it on certain days is ready at once: a copy must be free on these.
create or replace view queue_ready as
select place_id, item_id, password_hash is not null and mailbox_confirmed_at is not null as is_reached, leaves_on, free_on
from queue_places join borrowers using (borrower_id) join accounts using (user_id)
where left_at is null and not is_paused and blocked_because = ''
  and (leaves_on is not null or coalesce(ready_on, needed_from - 14, '-infinity') <= library_day_of(now()))
  and coalesce(until_on, needed_to, 'infinity') >= library_day_of(now())
  and not exists (select from queue_offers where queue_offers.place_id = queue_places.place_id and closed_at is null);

-- Days that are held are booked like those of an order: only copies that are held are requested now.
create or replace function stock_of(title integer, soon integer) returns table (checked_out integer, requested integer, "out" integer)
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
    ), 0) + (
      select count(*) from queue_offers where queue_offers.item_id = title and closed_at is null and copy_id is not null
    ) + coalesce(soon, 0))::integer,
    (
      select count(*) from assignments where assignments.item_id = title and released_at is null
        and (select status_id from orders where orders.order_id = assignments.order_id) = 3
    )::integer
$$;
