-- Orders and the copies assigned to them. What must never happen is forbidden here, whatever the code does:
-- a copy in two open assignments, more copies than ordered, a copy of another title, a copy kept by a closed order,
-- two orders from one cart.

create table statuses (
  status_id smallint primary key,
  status_name text not null unique
);
insert into statuses (status_id, status_name) values (0, 'Undefined'), (1, 'New'), (2, 'Processing'), (3, 'Shipped'), (4, 'Returned');

create table orders (
  order_id integer generated always as identity primary key,
  borrower_id integer not null references borrowers,
  -- the cart is the idempotency key: submitting it twice is one order
  cart_key text unique,
  status_id smallint not null default 1 references statuses check (status_id between 1 and 4),
  is_open boolean not null generated always as (status_id <> 4) stored,
  ordered_at timestamptz not null default now(),
  tracking_number text not null default '',
  ship_date date,
  return_date date,
  note text not null default '',
  version integer not null default 1,
  changed_by integer references accounts,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  -- the address as it was when the order was placed: a later move does not rewrite history
  ship_to_name text not null,
  ship_to_school text not null,
  ship_to_district text not null,
  ship_to_street text not null,
  ship_to_city text not null,
  ship_to_state text not null,
  ship_to_zip text not null,
  unique (order_id, is_open)
);
create index orders_of_borrower on orders (borrower_id, ordered_at desc, order_id desc);
create index orders_by_status on orders (status_id, ordered_at desc, order_id desc);
create index orders_by_date on orders (ordered_at desc, order_id desc);

create table order_lines (
  order_line_id integer generated always as identity primary key,
  order_id integer not null references orders,
  item_id integer not null references items,
  quantity smallint not null check (quantity between 1 and 5),
  unique (order_id, item_id),
  unique (order_line_id, order_id, item_id, quantity)
);
create index order_lines_of_item on order_lines (item_id);

create table assignments (
  assignment_id integer generated always as identity primary key,
  order_line_id integer not null,
  order_id integer not null,
  item_id integer not null,
  line_quantity smallint not null,
  copy_id integer not null,
  -- which of the line's places this copy fills, 1 to its quantity
  slot smallint not null,
  order_is_open boolean not null default true,
  assigned_at timestamptz not null default now(),
  assigned_by integer references accounts,
  released_at timestamptz,
  release_reason text check (release_reason in ('undone', 'returned')),
  check (slot between 1 and line_quantity),
  check ((released_at is null) = (release_reason is null)),
  constraint assignments_closed_order_keeps_no_copy check (released_at is not null or order_is_open),
  constraint assignments_of_the_ordered_title
    foreign key (order_line_id, order_id, item_id, line_quantity) references order_lines (order_line_id, order_id, item_id, quantity),
  constraint assignments_copy_of_the_title foreign key (copy_id, item_id) references copies (copy_id, item_id),
  constraint assignments_follow_the_order
    foreign key (order_id, order_is_open) references orders (order_id, is_open) on update cascade
);
create unique index assignments_one_open_per_copy on assignments (copy_id) where released_at is null;
create unique index assignments_one_copy_per_slot on assignments (order_line_id, slot) where released_at is null;
create index assignments_of_order on assignments (order_id);
create index assignments_open_of_item on assignments (item_id) where released_at is null;
create index assignments_of_copy on assignments (copy_id);

-- What circulation tells the catalogue of an item: copies out, and what open orders still wait for.
-- Demand of a shipped order that never got a copy does not count.
create view circulation_stock as
select
  items.item_id,
  (select count(*) from assignments where assignments.item_id = items.item_id and released_at is null)::integer as checked_out,
  coalesce((
    select sum(order_lines.quantity - (
      select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null
    ))
    from order_lines join orders using (order_id)
    where order_lines.item_id = items.item_id and orders.status_id in (1, 2)
  ), 0)::integer as requested
from items;

-- What circulation tells the catalogue of a copy: the open order it is on, and how often it was lent.
create view circulation_copies as
select
  copies.copy_id,
  (select order_id from assignments where assignments.copy_id = copies.copy_id and released_at is null) as order_id,
  (select count(*) from assignments where assignments.copy_id = copies.copy_id and release_reason is distinct from 'undone')::integer as loans
from copies;
