-- Orders, the copies assigned to them, and carts.

-- The library's time zone, for statements that compute its day: a session of the database has its own.
create table library_time_zone (
  only_row boolean primary key default true check (only_row),
  time_zone text not null
);

-- The current day of counts and plans, and the settings that apply on it.
create table library_day (
  only_row boolean primary key default true check (only_row),
  day date not null,
  -- the first day after a loan of the usual period that begins today
  usual_until date not null,
  inspection_days integer not null,
  closed jsonb not null,
  -- whether planning is done for this day
  is_planned boolean not null
);

-- The database forbids what must never happen: a copy in two open assignments, more copies than ordered, a copy of another
-- title, a closed order that keeps a copy, and two orders from one cart.
create table statuses (
  status_id smallint primary key,
  status_name text not null unique
);

create table orders (
  order_id integer generated always as identity primary key,
  borrower_id integer references borrowers,
  -- the idempotency key: submitting a cart twice makes one order
  cart_key text unique,
  status_id smallint not null default 1 references statuses,
  ordered_at timestamptz not null default now(),
  tracking_number text not null default '',
  ship_date date,
  return_date date,
  note text not null default '',
  version integer not null default 1,
  changed_by integer references accounts,
  -- null: the loan was imported, and its borrower accepted no terms here
  terms_version text,
  terms_accepted_at timestamptz,
  -- the address when the order was placed: a later move doesn't change it
  ship_to_name text not null,
  ship_to_school text not null,
  ship_to_district text not null,
  ship_to_street text not null,
  ship_to_city text not null,
  ship_to_state text not null,
  ship_to_zip text not null,
  -- Search words for staff, as of the day of the order. One vector in one index keeps a search for several
  -- words fast. An insert may set them; otherwise a trigger on the lines does.
  words tsvector not null default '',
  is_open boolean not null generated always as (status_id not in (4, 5)) stored,
  canceled_at timestamptz,
  cancel_reason text not null default '',
  -- the clerk who placed it for a caller; null: the borrower did
  placed_by integer references accounts,
  renewals smallint not null default 0 check (renewals >= 0),
  -- the borrower's report of sending it back
  sent_back_on date,
  sent_back_tracking text not null default '',
  -- the language that the terms were accepted in
  terms_language text not null default 'en' check (terms_language in ('en', 'es')),
  -- the first reported date: later reports don't postpone it
  first_sent_back_on date,
  -- when the package arrived at the school, according to its borrower
  arrived_on date,
  -- The order is canceled then unless its borrower confirms their email address. Null if they did, or if staff decided to
  -- fill it.
  confirm_by timestamptz,
  -- the day an open loan was imported from earlier records; its reminders start the day after
  imported_on date,
  constraint orders_status_id_check check (status_id between 1 and 5),
  constraint orders_canceled_at_a_time check ((status_id = 5) = (canceled_at is not null)),
  -- Closed orders can lose their borrower (anonymizing) and keep the school, the titles, and the dates. An open order always
  -- has one.
  constraint orders_of_nobody_are_closed check (borrower_id is not null or not is_open),
  constraint orders_accept_terms
    check ((terms_version is null) = (imported_on is not null) and (terms_version is null) = (terms_accepted_at is null)),
  constraint orders_sent_back_tracking_needs_day check (sent_back_tracking = '' or sent_back_on is not null),
  unique (order_id, is_open)
);
create index orders_of_borrower on orders (borrower_id, ordered_at desc, order_id desc);
create index orders_by_status on orders (status_id, ordered_at desc, order_id desc);
create index orders_by_date on orders (ordered_at desc, order_id desc);
-- For reminders.
create index orders_due on orders (return_date) where status_id = 3;
-- A short pending list, because each search reads all of it.
create index orders_words on orders using gin (words) with (gin_pending_list_limit = 512);
create index orders_tracking on orders (regexp_replace(lower(tracking_number), '[^a-z0-9]', '', 'g') text_pattern_ops)
  where tracking_number <> '';
create index orders_shipped on orders (ship_date) where ship_date is not null;
create index orders_returnable on orders (return_date) where return_date is not null;
create index orders_to_anonymize on orders (ordered_at) where borrower_id is not null and not is_open;
create index orders_to_confirm on orders (confirm_by) where confirm_by is not null and is_open;
create index orders_sent_back_tracking on orders (regexp_replace(lower(sent_back_tracking), '[^a-z0-9]', '', 'g') text_pattern_ops)
  where sent_back_tracking <> '';

-- Keeps a borrower's orders once they confirm their email address, even if it changes later. Locks orders by id, like all
-- code.
create function borrowers_keep_orders() returns trigger language plpgsql as $$
begin
  update orders set confirm_by = null where order_id in (
    select order_id from orders where borrower_id = new.borrower_id and confirm_by is not null order by order_id for no key update);
  return null;
end $$;
create trigger borrowers_keep_orders after update of mailbox_confirmed_at on borrowers
  for each row when (old.mailbox_confirmed_at is null and new.mailbox_confirmed_at is not null)
  execute function borrowers_keep_orders();

create view circulation_borrowers as
select borrower_id, counted.orders, counted.open_orders
from borrowers
cross join lateral (
  select count(*)::integer as orders, (count(*) filter (where is_open))::integer as open_orders
  from orders where orders.borrower_id = borrowers.borrower_id
) as counted;

create table order_lines (
  order_line_id integer generated always as identity primary key,
  order_id integer not null references orders,
  item_id integer not null references items,
  quantity smallint not null check (quantity between 1 and 5),
  unique (order_id, item_id),
  unique (order_line_id, order_id, item_id, quantity)
);
create index order_lines_of_item on order_lines (item_id);

-- The words of an order; those of its school and district also with a prefix, to find them alone.
create function order_words(person text, school text, email text, titles text) returns tsvector
  language plpgsql immutable parallel safe
  as $$
    declare of_school text[] := words_in(school) || words_in(joined(school));
    begin
      return words_of(concat_ws(' ', person, email, titles)) || array_to_tsvector(of_school
        || array(select 'school/' || word from unnest(of_school) as word));
    end
  $$;

create function write_order_words(integer[]) returns void language sql as $$
  update orders set words = order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
    select string_agg(title || ' ' || reference_number, ' ' order by order_line_id)
    from order_lines join items using (item_id) where order_lines.order_id = orders.order_id))
  from borrowers where borrowers.borrower_id = orders.borrower_id and orders.order_id = any($1)
$$;

-- Rewrites the words after lines change, except for an order inserted in the same command, which has its words.
create function order_lines_write_words() returns trigger language plpgsql as $$
declare without_words integer[] := array(
  select order_id from (select distinct order_id from changed) as changed
  where tg_op = 'DELETE' or not (
    select words <> '' and xmin = pg_current_xact_id()::xid
      and cmin = (select max(order_lines.cmin::text::bigint) from order_lines
        where order_lines.order_id = changed.order_id and order_lines.xmin = pg_current_xact_id()::xid)::text::cid
    from orders where orders.order_id = changed.order_id));
begin
  if without_words <> '{}' then perform write_order_words(without_words); end if;
  return null;
end $$;
create trigger order_lines_write_words after insert on order_lines
  referencing new table as changed for each statement execute function order_lines_write_words();
create trigger order_lines_anonymize_words after delete on order_lines
  referencing old table as changed for each statement execute function order_lines_write_words();

create table assignments (
  assignment_id integer generated always as identity primary key,
  order_line_id integer,
  order_id integer not null,
  item_id integer not null,
  line_quantity smallint not null,
  copy_id integer not null,
  -- which of the line's copies this is, 1 to its quantity
  slot smallint not null,
  order_is_open boolean not null default true,
  assigned_at timestamptz not null default now(),
  assigned_by integer references accounts,
  released_at timestamptz,
  release_reason text,
  -- the condition at check-in, and the clerk
  condition text check (condition in ('good', 'worn', 'parts missing', 'damaged')),
  condition_note text not null default '',
  released_by integer references accounts,
  loan text not null generated always as (coalesce(release_reason, 'out')) stored,
  -- the copy's own due date, if it was renewed separately; the order's is then the earliest of its current loans
  due_on date,
  -- the parts missing at check-in, with their cost
  missing_parts text not null default '' check (char_length(missing_parts) <= 1000),
  check ((released_at is null) = (release_reason is null)),
  constraint assignments_closed_order_keeps_no_copy check (released_at is not null or order_is_open),
  constraint assignments_copy_of_the_title foreign key (copy_id, item_id) references copies (copy_id, item_id),
  constraint assignments_only_returned_copies_have_a_condition
    check (condition is null or release_reason = 'returned'),
  constraint assignments_release_reason_check check (release_reason in ('undone', 'returned', 'lost')),
  constraint assignments_with_loan unique (assignment_id, loan),
  constraint assignments_follow_the_order
    foreign key (order_id, order_is_open) references orders (order_id, is_open) on update cascade,
  -- Before shipping, staff may change quantities and remove lines. Current copies stay within the quantity; past ones stay
  -- in the history even if their line is gone.
  constraint assignments_within_the_quantity check (released_at is not null or slot between 1 and line_quantity),
  constraint assignments_open_of_a_line check (released_at is not null or order_line_id is not null),
  constraint assignments_of_the_ordered_title
    foreign key (order_line_id, order_id, item_id, line_quantity) references order_lines (order_line_id, order_id, item_id, quantity)
    on update cascade on delete set null (order_line_id),
  constraint assignments_one_open_per_copy
    exclude using btree (copy_id with =) where (released_at is null) deferrable initially immediate,
  constraint assignments_miss_parts_only_when_found_so
    check (missing_parts = '' or condition is not distinct from 'parts missing')
);
create unique index assignments_one_copy_per_slot on assignments (order_line_id, slot) where released_at is null;
create index assignments_of_order on assignments (order_id);
create index assignments_open_of_item on assignments (item_id) where released_at is null;
create index assignments_of_copy on assignments (copy_id);

-- A loan that changes its state closes the claim that no longer fits: a returned copy was found.
create function loans_close_claims() returns trigger language plpgsql as $$
begin
  update claims set
    closed_at = coalesce(new.released_at, now()),
    closed_by = new.released_by,
    outcome = case
      when old.release_reason = 'returned' then 'undone'
      when new.release_reason = 'returned' then 'found'
      when new.release_reason = 'lost' then 'lost'
      else 'undone'
    end
  where assignment_id = old.assignment_id and closed_at is null;
  return new;
end $$;
create trigger loans_close_claims before update of release_reason on assignments
  for each row when (old.release_reason is distinct from new.release_reason)
  execute function loans_close_claims();

-- Undo reopens the closed claim.
create function loans_reopen_claims() returns trigger language plpgsql as $$
begin
  update claims set closed_at = null, closed_by = null, outcome = null
  where assignment_id = new.assignment_id and closed_at = old.released_at and outcome in ('found', 'lost')
    and kind = case when new.release_reason is null then 'claimed returned' else new.release_reason end;
  return null;
end $$;
create trigger loans_reopen_claims after update of release_reason on assignments
  for each row when (old.released_at is not null and old.release_reason is distinct from new.release_reason)
  execute function loans_reopen_claims();

create function loans_move_due_day() returns trigger language plpgsql as $$
begin
  update orders set return_date = next.due
  from (
    select min(coalesce(due_on, return_date)) as due from assignments join orders using (order_id)
    where order_id = new.order_id and released_at is null
  ) as next
  where order_id = new.order_id and next.due is distinct from return_date and next.due is not null;
  return null;
end $$;
create trigger loans_move_due_day after update of released_at, due_on on assignments
  for each row when (new.due_on is not null)
  execute function loans_move_due_day();

-- Any other condition means that no parts are missing.
create function loans_miss_nothing() returns trigger language plpgsql as $$
begin
  new.missing_parts := '';
  return new;
end $$;
create trigger loans_miss_nothing before update of condition on assignments
  for each row when (new.condition is distinct from 'parts missing')
  execute function loans_miss_nothing();

-- A check-out and a check-in mark their copies as seen, and lock them by id, as everything does.
create function assignments_see_copies() returns trigger language plpgsql as $$
declare
  seen integer[];
begin
  if tg_op = 'INSERT' then
    seen := array(select copy_id from after);
  else
    seen := array(
      select after.copy_id from after join before using (assignment_id)
      where after.release_reason = 'returned' and before.release_reason is distinct from 'returned'
    );
  end if;
  if cardinality(seen) > 0 then
    perform from copies where copy_id = any(seen) order by copy_id for no key update;
    update copies set last_seen_at = greatest(
      last_seen_at, case when after.release_reason = 'returned' then after.released_at else after.assigned_at end
    ) from after where copies.copy_id = after.copy_id and copies.copy_id = any(seen);
  end if;
  return null;
end $$;
create trigger assignments_see_copies after insert on assignments
  referencing new table as after for each statement execute function assignments_see_copies();
create trigger returns_see_copies after update on assignments
  referencing old table as before new table as after for each statement execute function assignments_see_copies();
create trigger assignments_withdraw_offers after insert or update of copy_id, released_at on assignments
  for each row when (new.released_at is null) execute function withdraw_offer_of_copy();

-- Titles with a copy out, packed, or requested.
create view circulation_taken as
select item_id from assignments where released_at is null
union
select item_id from order_lines join orders using (order_id) where status_id in (1, 2);

-- Past and current loans of a title, without undone ones.
create view circulation_lent as
select item_id, count(*)::integer as times_lent from assignments where release_reason is distinct from 'undone' group by item_id;

-- Carts of visitors and borrowers. The key, 128 random bits, is an anonymous visitor's only credential.
create table carts (
  cart_key text primary key,
  -- only its owner can use a claimed cart
  user_id integer references accounts on delete cascade,
  -- the resulting order: from then on the key leads only to it
  order_id integer references orders,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create unique index carts_one_open_per_user on carts (user_id) where order_id is null;
create index carts_unused on carts (used_at);
-- For the undo of an import, which deletes orders.
create index carts_of_order on carts (order_id) where order_id is not null;

create table cart_lines (
  cart_line_id integer generated always as identity primary key,
  cart_key text not null references carts on delete cascade,
  item_id integer not null references items,
  quantity smallint not null check (quantity between 1 and 5),
  added_at timestamptz not null default now(),
  unique (cart_key, item_id)
);

-- Dates computed by the calendar on the day of the order: a later change of settings doesn't move them.
create table order_line_dates (
  order_line_id integer primary key references order_lines on delete cascade,
  item_id integer not null references items on delete cascade,
  teach_from date not null,
  teach_to date not null,
  ship_on date not null,
  arrive_on date not null,
  mail_back_on date not null,
  due_on date not null,
  -- inspected, and available to the next borrower
  available_on date not null,
  check (ship_on <= arrive_on and arrive_on <= teach_from and teach_from <= teach_to),
  check (teach_to <= mail_back_on and mail_back_on <= due_on and due_on < available_on)
);
create index line_days_of_item on order_line_dates (item_id);

-- Copies of open orders, assigned or still missing. "offset 0" keeps the planner from merging the lookups.
create view circulation_places as
select
  order_lines.item_id, order_lines.order_line_id, open.order_id, place.slot::smallint as slot, held.copy_id,
  open.status_id = 3 as is_out, coalesce(held.due_on, open.return_date) as due_on, days.ship_on, days.available_on
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
  select ship_on, available_on from order_line_dates where order_line_dates.order_line_id = order_lines.order_line_id offset 0
) as days on true
where open.status_id in (1, 2) or held.copy_id is not null;

create table bookings (
  order_line_id integer not null references order_lines on delete cascade,
  slot smallint not null,
  item_id integer not null references items on delete cascade,
  -- null: no copy is available, the reservation is at risk
  copy_id integer references copies on delete set null,
  away daterange not null check (not isempty(away)),
  primary key (order_line_id, slot),
  -- checked at commit, because a title is planned as a whole
  constraint bookings_never_overlap exclude using gist (copy_id with =, away with &&) deferrable initially deferred
);
create index bookings_of_item on bookings (item_id);
create index bookings_at_risk on bookings (order_line_id) where copy_id is null;

-- An order's changes, with the values before and after: its history, and the state that undo restores. Each change
-- writes one row for each of its orders.
create table order_events (
  event_id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- the first event of a change of several orders, like a swap
  part_of integer references order_events on delete cascade,
  at timestamptz not null,
  user_id integer references accounts,
  -- as the contract names it
  call text not null,
  -- {"order": {column: [before, after]}, "loans": {assignment: [row before or null, row after]}}
  changes jsonb not null,
  undone_at timestamptz
);
create index order_events_of_order on order_events (order_id, event_id desc);
create index order_events_in_parts on order_events (part_of) where part_of is not null;
create index order_events_of_user on order_events (user_id);

-- Transferred loans, and their previous borrowers. Anonymizing a person clears their id here.
create table handovers (
  transfer_id integer generated always as identity primary key,
  order_id integer not null references orders,
  from_borrower integer references borrowers on delete set null,
  to_borrower integer references borrowers on delete set null,
  transferred_at timestamptz not null
);
create index transfers_of_order on handovers (order_id);
create index loan_transfers_from on handovers (from_borrower);
create index loan_transfers_to on handovers (to_borrower);

-- Titles whose name or SKU changed: earlier orders are found by the old words and, through this, by the new ones, without
-- rewriting them.
create table retitled_items (
  item_id integer primary key references items on delete cascade
);

-- Titles that weren't available for the teaching dates someone asked for, for the reports. Requests with the same first
-- day count once per day, because people try again. Names nobody.
create table refused_dates (
  item_id integer not null references items on delete cascade,
  refused_on date not null,
  teach_from date not null,
  primary key (item_id, refused_on, teach_from)
);
create index refused_dates_by_day on refused_dates (refused_on);

-- Order lines with dates that lost their copy, and whether their borrower knows.
create table reservation_risks (
  order_line_id integer primary key references order_lines on delete cascade,
  order_id integer not null references orders on delete cascade,
  -- whether a copy is still missing
  is_at_risk boolean not null,
  since timestamptz not null,
  -- when the borrower got the email; null: not yet
  emailed_at timestamptz
);
create index reservation_risks_of_order on reservation_risks (order_id);
