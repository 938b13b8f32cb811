-- When an order, or one copy of it, was due before it was last renewed, so that this can be undone until something else changes the order.
create table renewal_saves (
  order_id integer primary key references orders on delete cascade,
  -- the order's version after it; with any other one it is over
  version integer not null,
  is_undone boolean not null default false,
  renewed_at timestamptz not null,
  -- the copy that was renewed alone; null: the order
  assignment_id integer,
  return_date date,
  renewals smallint not null,
  -- the days that copies had of their own, by the ids of their assignments
  due_days jsonb not null
);
