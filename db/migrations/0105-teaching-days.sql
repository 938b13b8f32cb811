-- Orders by teaching days: the days of a line, and which copy is planned for each of its places, so that no copy is promised
-- twice. A title has bookings while an order with days is open for it; all of its open places have one then.

create extension if not exists btree_gist;

-- What the calendar of the day of the order made of the days: a later change of a setting does not move a promise.
create table line_days (
  order_line_id integer primary key references order_lines on delete cascade,
  item_id integer not null references items on delete cascade,
  teach_from date not null,
  teach_to date not null,
  leaves_on date not null,
  arrives_on date not null,
  post_on date not null,
  due_on date not null,
  -- inspected: it may leave for somebody else
  free_on date not null,
  check (leaves_on <= arrives_on and arrives_on <= teach_from and teach_from <= teach_to),
  check (teach_to <= post_on and post_on <= due_on and due_on < free_on)
);
create index line_days_of_item on line_days (item_id);

create table bookings (
  order_line_id integer not null references order_lines on delete cascade,
  slot smallint not null,
  item_id integer not null references items on delete cascade,
  -- null: there is none for it, the promise is at risk
  copy_id integer references copies on delete set null,
  away daterange not null check (not isempty(away)),
  primary key (order_line_id, slot),
  -- at the end of a transaction, because a title is planned as a whole
  constraint bookings_never_overlap exclude using gist (copy_id with =, away with &&) deferrable initially deferred
);
create index bookings_of_item on bookings (item_id);

-- The day that counts and plans are made for, in the library's time zone, and what follows from the settings on it.
create table library_day (
  only_row boolean primary key default true check (only_row),
  day date not null,
  -- the first day after a usual loan that begins on this day
  usual_until date not null,
  inspection_days integer not null,
  closed jsonb not null,
  -- whether all plans are made for this day
  is_planned boolean not null
);

-- The places of open orders that have a copy, or wait for one.
create view circulation_places as
select
  order_lines.item_id, order_lines.order_line_id, orders.order_id, place.slot::smallint as slot, assignments.copy_id,
  orders.status_id = 3 as is_out, coalesce(assignments.due_on, orders.return_date) as due_on, line_days.leaves_on, line_days.free_on
from order_lines
join orders using (order_id)
cross join lateral generate_series(1, order_lines.quantity) as place (slot)
left join assignments on assignments.order_line_id = order_lines.order_line_id and assignments.slot = place.slot and released_at is null
left join line_days on line_days.item_id = order_lines.item_id and line_days.order_line_id = order_lines.order_line_id
where orders.is_open and (orders.status_id in (1, 2) or assignments.copy_id is not null);
