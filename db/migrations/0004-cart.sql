-- Carts of visitors and borrowers. The key is 128 random bits and all that an anonymous visitor has.

create table carts (
  cart_key text primary key,
  -- a claimed cart answers only to its owner
  user_id integer references accounts on delete cascade,
  -- set when the cart was ordered: its key then only ever answers with this order
  order_id integer references orders,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create unique index carts_one_open_per_user on carts (user_id) where order_id is null;
create index carts_unused on carts (used_at);

create table cart_lines (
  cart_line_id integer generated always as identity primary key,
  cart_key text not null references carts on delete cascade,
  item_id integer not null references items,
  quantity smallint not null check (quantity between 1 and 5),
  added_at timestamptz not null default now(),
  unique (cart_key, item_id)
);
