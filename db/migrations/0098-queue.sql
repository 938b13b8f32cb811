-- Who waits for a title, and the copies that are held for the first in line. What must never happen is forbidden here: a borrower
-- twice in one queue, two open offers of a copy or for a place, an offer of a copy that is not free for it. All times are the
-- database's, one clock for every instance.

create table queue_places (
  -- strictly first come, first served: rows are added while the title is locked, so their numbers are their order
  place_id integer generated always as identity primary key,
  item_id integer not null references items on delete cascade,
  borrower_id integer not null references borrowers on delete cascade,
  since timestamptz not null default now(),
  -- the days in the classroom, if it is needed only then
  needed_from date,
  needed_to date,
  is_paused boolean not null default false,
  left_at timestamptz,
  left_because text check (left_because in ('ordered', 'left', 'lapsed', 'past', 'archived')),
  check ((left_at is null) = (left_because is null)),
  constraint queue_places_days_in_order check (needed_to >= needed_from)
);
create unique index queue_places_once on queue_places (item_id, borrower_id) where left_at is null;
create index queue_places_of_title on queue_places (item_id, place_id) where left_at is null;
create index queue_places_of_borrower on queue_places (borrower_id) where left_at is null;
create index queue_places_left on queue_places (borrower_id, item_id) where left_at is not null;

create table queue_offers (
  offer_id integer generated always as identity primary key,
  place_id integer not null references queue_places on delete cascade,
  item_id integer not null,
  copy_id integer not null,
  offered_at timestamptz not null default now(),
  -- from when the borrower is told: until then a check-in can be undone and nobody hears of it
  told_at timestamptz,
  until_at timestamptz,
  token_hash bytea unique,
  closed_at timestamptz,
  outcome text check (outcome in ('ordered', 'left', 'lapsed', 'past', 'archived', 'withdrawn')),
  check ((closed_at is null) = (outcome is null)),
  check ((told_at is null) = (until_at is null)),
  foreign key (copy_id, item_id) references copies (copy_id, item_id) on update cascade on delete cascade
);
create unique index queue_offers_one_per_copy on queue_offers (copy_id) where closed_at is null;
create unique index queue_offers_one_per_place on queue_offers (place_id) where closed_at is null;
create index queue_offers_open_of_title on queue_offers (item_id) where closed_at is null;
create index queue_offers_to_lapse on queue_offers (until_at) where closed_at is null;
create index queue_offers_of_copy on queue_offers (copy_id);
create index queue_offers_of_place on queue_offers (place_id);

create function queue_offers_of_free_copies() returns trigger language plpgsql as $$
begin
  perform from copies where copy_id = new.copy_id for no key update;
  if not exists (select from copies join items using (item_id)
      where copy_id = new.copy_id and item_id = new.item_id and not is_inactive and items.archived_at is null)
    or exists (select from assignments where copy_id = new.copy_id and released_at is null)
    or not exists (select from queue_places where place_id = new.place_id and item_id = new.item_id and left_at is null)
  then
    raise exception 'copy % is not free for place %', new.copy_id, new.place_id
      using errcode = 'check_violation', constraint = 'queue_offers_of_free_copies';
  end if;
  return new;
end $$;
create trigger queue_offers_of_free_copies before insert or update of copy_id, place_id on queue_offers
  for each row when (new.closed_at is null) execute function queue_offers_of_free_copies();

-- Who leaves the line keeps no copy.
create function queue_places_left_keep_nothing() returns trigger language plpgsql as $$
begin
  update queue_offers set closed_at = now(), outcome = new.left_because where place_id = new.place_id and closed_at is null;
  return null;
end $$;
create trigger queue_places_left_keep_nothing after update of left_at on queue_places
  for each row when (new.left_at is not null) execute function queue_places_left_keep_nothing();

-- A copy that goes out, or is set aside, is held for nobody: the place stays, and gets the next one.
create function withdraw_offer_of_copy() returns trigger language plpgsql as $$
begin
  update queue_offers set closed_at = now(), outcome = 'withdrawn' where copy_id = new.copy_id and closed_at is null;
  return null;
end $$;

-- Whose turn it can be: not paused, not blocked, no copy held yet, and with days that are not over and near enough for the post.
create view queue_ready as
select place_id, item_id from queue_places join borrowers using (borrower_id)
where left_at is null and not is_paused and blocked_because = ''
  and (needed_from is null or needed_from <= current_date + 14) and (needed_to is null or needed_to >= current_date)
  and not exists (select from queue_offers where queue_offers.place_id = queue_places.place_id and closed_at is null);

-- What is on the hold shelf: copies that are held, and those that were ordered since and wait to be packed.
create view hold_shelf as
select * from (
  select distinct on (copy_id) copy_id, borrower_id, closed_at, case when closed_at is null then until_at end as until_at,
    case when closed_at is not null then (
      select order_id from orders join order_lines using (order_id)
      where orders.borrower_id = queue_places.borrower_id and order_lines.item_id = queue_offers.item_id and status_id in (1, 2)
        and quantity > (
          select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null)
      order by order_id limit 1) end as order_id
  from queue_offers join queue_places using (place_id) join copies using (copy_id)
  where (closed_at is null or outcome = 'ordered' and closed_at > now() - interval '60 days') and not is_inactive
    and not exists (select from assignments where assignments.copy_id = queue_offers.copy_id and released_at is null)
  order by copy_id, offer_id desc
) as held where closed_at is null or order_id is not null;

-- Held copies are requested, like those that orders wait for: what the version before counts is right, too.
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
  ), 0) + (select count(*) from queue_offers where queue_offers.item_id = items.item_id and closed_at is null))::integer as requested,
  (
    select count(*) from assignments join orders using (order_id)
    where assignments.item_id = items.item_id and released_at is null and orders.status_id = 3
  )::integer as out
from items;

-- What circulation tells the catalogue of a copy: whether it is held for somebody in line, too.
create or replace view circulation_copies as
select
  copies.copy_id,
  (select order_id from assignments where assignments.copy_id = copies.copy_id and released_at is null) as order_id,
  (select count(*) from assignments where assignments.copy_id = copies.copy_id and release_reason is distinct from 'undone')::integer as loans,
  exists (select from queue_offers where queue_offers.copy_id = copies.copy_id and closed_at is null) as is_held
from copies;
