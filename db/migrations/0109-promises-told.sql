-- What became of places of orders by teaching days that lost their copy: what the borrower was told, and must still be told.
create table promise_risks (
  order_line_id integer primary key references order_lines on delete cascade,
  order_id integer not null references orders on delete cascade,
  -- no copy is left for a place of it; otherwise there is one again
  is_at_risk boolean not null,
  -- since when it is so
  since timestamptz not null,
  -- when the borrower got word; null: not yet
  told_at timestamptz
);
create index promise_risks_of_order on promise_risks (order_id);

-- The links of the emails that tell of it. Each is for one order, and only while something of it is at risk.
create table promise_links (
  token_hash bytea primary key,
  order_id integer not null references orders on delete cascade
);
create index promise_links_of_order on promise_links (order_id);
