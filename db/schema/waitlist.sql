-- The waitlist, school calendars, and views that combine orders with the waitlist.

-- School calendars. An empty district is for all districts without one.
create table school_calendars (
  calendar_id integer generated always as identity primary key,
  district text not null check (length(district) <= 200),
  district_key text not null generated always as (school_key(district)) stored unique,
  -- [{ from, to }] and [{ from, to, about }], dates as YYYY-MM-DD; the contract has their rules
  years jsonb not null check (jsonb_typeof(years) = 'array'),
  breaks jsonb not null check (jsonb_typeof(breaks) = 'array'),
  version integer not null default 1,
  changed_by integer not null references accounts,
  changed_at timestamptz not null,
  check (district = '' or school_key(district) <> '')
);

-- The waitlist, and the copies held for it. The database forbids what must never happen: a borrower twice on one title's
-- waitlist, two open holds of a copy or for one entry, and a hold of a copy that isn't available. All times are the
-- database's, so that instances agree.
create table waitlist_entries (
  -- first come, first served: rows are added while the title is locked, so their ids are the order
  entry_id integer generated always as identity primary key,
  item_id integer not null references items on delete cascade,
  -- null: the borrower was anonymized, and the wait still counts for the reports
  borrower_id integer references borrowers on delete cascade,
  since timestamptz not null default now(),
  is_paused boolean not null default false,
  left_at timestamptz,
  leave_reason text check (leave_reason in ('ordered', 'left', 'lapsed', 'archived')),
  -- when archiving the title removed the entry, so that unarchiving restores just these
  left_with timestamptz,
  check ((left_at is null) = (leave_reason is null)),
  constraint waitlist_entries_of_nobody_are_over check (borrower_id is not null or left_at is not null)
);
create index waitlist_entries_by_age on waitlist_entries (since);
create unique index waitlist_entries_once on waitlist_entries (item_id, borrower_id) where left_at is null;
create index waitlist_entries_of_title on waitlist_entries (item_id, entry_id) where left_at is null;
create index waitlist_entries_of_borrower on waitlist_entries (borrower_id) where left_at is null;
create index waitlist_entries_left on waitlist_entries (borrower_id, item_id) where left_at is not null;
create index waitlist_entries_left_with_archive on waitlist_entries (item_id) where left_with is not null;

-- Leaving the waitlist ends the hold.
create function waitlist_entries_left_keep_nothing() returns trigger language plpgsql as $$
begin
  update waitlist_offers set closed_at = now(), outcome = new.leave_reason where entry_id = new.entry_id and closed_at is null;
  return null;
end $$;
create trigger waitlist_entries_left_keep_nothing after update of left_at on waitlist_entries
  for each row when (new.left_at is not null) execute function waitlist_entries_left_keep_nothing();

create function waitlist_entries_left_with_archive() returns trigger language plpgsql as $$
begin
  new.left_with := (select archived_at from items where item_id = new.item_id);
  return new;
end $$;
create trigger waitlist_entries_left_with_archive before update of left_at on waitlist_entries
  for each row when (new.leave_reason = 'archived' and old.left_at is null) execute function waitlist_entries_left_with_archive();

create table waitlist_offers (
  offer_id integer generated always as identity primary key,
  entry_id integer not null references waitlist_entries on delete cascade,
  item_id integer not null,
  copy_id integer not null,
  offered_at timestamptz not null default now(),
  -- when the borrower gets the email; until then, undoing the check-in leaves no trace
  emailed_at timestamptz,
  until_at timestamptz,
  token_hash bytea unique,
  closed_at timestamptz,
  outcome text check (outcome in ('ordered', 'left', 'lapsed', 'archived', 'withdrawn')),
  check ((closed_at is null) = (outcome is null)),
  check ((emailed_at is null) = (until_at is null)),
  foreign key (copy_id, item_id) references copies (copy_id, item_id) on update cascade on delete cascade
);
create unique index waitlist_offers_one_per_copy on waitlist_offers (copy_id) where closed_at is null;
create unique index waitlist_offers_one_per_place on waitlist_offers (entry_id) where closed_at is null;
create index waitlist_offers_open_of_title on waitlist_offers (item_id) where closed_at is null;
create index waitlist_offers_to_lapse on waitlist_offers (until_at) where closed_at is null;
create index waitlist_offers_of_copy on waitlist_offers (copy_id);
create index waitlist_offers_of_place on waitlist_offers (entry_id);
create index waitlist_offers_ordered on waitlist_offers (closed_at) where outcome = 'ordered';

create function waitlist_offers_of_free_copies() returns trigger language plpgsql as $$
begin
  perform from copies where copy_id = new.copy_id for no key update;
  if not exists (select from copies join items using (item_id)
      where copy_id = new.copy_id and item_id = new.item_id and not is_inactive and items.archived_at is null)
    or exists (select from assignments where copy_id = new.copy_id and released_at is null)
    or not exists (select from waitlist_entries where entry_id = new.entry_id and item_id = new.item_id and left_at is null)
  then
    raise exception 'copy % isn''t available for waitlist entry %', new.copy_id, new.entry_id
      using errcode = 'check_violation', constraint = 'waitlist_offers_of_free_copies';
  end if;
  return new;
end $$;
create trigger waitlist_offers_of_free_copies before insert or update of copy_id, entry_id on waitlist_offers
  for each row when (new.closed_at is null) execute function waitlist_offers_of_free_copies();

-- Whether a copy is assigned or held.
create view circulation_copies as
select
  copies.copy_id,
  (select order_id from assignments where assignments.copy_id = copies.copy_id and released_at is null) as order_id,
  (select count(*) from assignments where assignments.copy_id = copies.copy_id and release_reason is distinct from 'undone')::integer as loans,
  exists (select from waitlist_offers where waitlist_offers.copy_id = copies.copy_id and closed_at is null) as is_held
from copies;

-- The hold shelf. A union instead of "or", so that indexes find the rows.
create view hold_shelf as
select copy_id, borrower_id, null::timestamptz as closed_at, until_at, null::integer as order_id
from waitlist_offers join waitlist_entries using (entry_id) join copies using (copy_id)
where closed_at is null and not is_inactive
  and not exists (select from assignments where assignments.copy_id = waitlist_offers.copy_id and released_at is null)
union all
select copy_id, borrower_id, closed_at, null, order_id
from (
  select copy_id, borrower_id, closed_at, (
    select order_id from orders join order_lines using (order_id)
    where orders.borrower_id = waitlist_entries.borrower_id and order_lines.item_id = waitlist_offers.item_id and status_id in (1, 2)
      and quantity > (
        select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null)
    order by order_id limit 1) as order_id
  from waitlist_offers join waitlist_entries using (entry_id) join copies using (copy_id)
  where outcome = 'ordered' and closed_at > now() - interval '60 days' and not is_inactive
    and not exists (select from assignments where assignments.copy_id = waitlist_offers.copy_id and released_at is null)
    -- the last hold of its copy
    and not exists (
      select from waitlist_offers as later where later.copy_id = waitlist_offers.copy_id and later.offer_id > waitlist_offers.offer_id
        and (later.closed_at is null or later.outcome = 'ordered'))
) as ordered where order_id is not null;

create function library_day_of(instant timestamptz) returns date language sql stable parallel safe as $$
  select (instant at time zone (select time_zone from library_time_zone))::date
$$;

-- The next entries: not paused, not blocked, without a hold, and of borrowers who get email, because the others
-- wouldn't hear about a hold, and a stranger's account without a mailbox must not keep a copy from anyone.
create view waitlist_ready as
select entry_id, item_id
from waitlist_entries join borrowers using (borrower_id) join accounts using (user_id)
where left_at is null and not is_paused and block_reason = '' and password_hash is not null and mailbox_confirmed_at is not null
  and not exists (select from waitlist_offers where waitlist_offers.entry_id = waitlist_entries.entry_id and closed_at is null);

-- Users of a title's copies: open orders, and borrowers with a copy on hold.
create view title_users as
select
  order_lines.item_id, open.order_id, open.status_id, null::integer as copy_id, open.ship_to_name as name, open.ship_to_school as school,
  open.return_date, open.ordered_at as since, days.ship_on,
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
  select ship_on from order_line_dates where order_line_dates.order_line_id = order_lines.order_line_id offset 0
) as days on true
union all
select waitlist_offers.item_id, null, null, copy_id, name, school_name, null, offered_at, null, 0, 1, 0
from waitlist_offers join waitlist_entries using (entry_id) join borrowers using (borrower_id)
where closed_at is null;

-- A borrower's calendar: their school district's, that of the district they wrote, or the one for all others.
create function calendar_of(borrower integer) returns integer language sql stable parallel safe as $$
  select calendar_id
  from borrowers
    left join schools using (school_id)
    left join districts on districts.district_code = schools.district_code
    join school_calendars on school_calendars.district_key in
      (school_key(districts.district), school_key(borrowers.school_district), '')
  where borrower_id = borrower
  order by school_calendars.district_key = '', school_calendars.district_key = school_key(districts.district) desc nulls last
  limit 1
$$;
