-- The link of the email that asks whether a parcel came. It says so of one order, while that is out.
create table arrival_links (
  token_hash bytea primary key,
  order_id integer not null references orders on delete cascade,
  -- when it left: shipped once more, it is asked about once more
  ship_date date not null,
  unique (order_id, ship_date)
);

-- How many business days parcels took lately, to the schools of a region (the first three digits of their ZIP code) and back,
-- and of how many parcels that is known. A job writes it.
create table post_days (
  region text primary key check (region ~ '^[0-9]{3}$'),
  out_days smallint,
  out_parcels smallint not null,
  back_days smallint,
  back_parcels smallint not null
);
