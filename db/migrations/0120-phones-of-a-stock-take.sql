-- What each phone said last of a stock-take: how many scans it keeps for somebody that the library does not have. Who closes it must
-- know. No foreign keys: they would lock the tables of the people and the stock-takes, beside that of the audit.
create table stock_take_phones (
  stock_take_id integer not null,
  -- made up by the browser
  phone text not null check (phone ~ '^[0-9a-f]{32}$'),
  scanned_by integer not null,
  unsent integer not null check (unsent >= 0),
  -- when the oldest of them was scanned; null: it keeps none
  unsent_since timestamptz check ((unsent_since is null) = (unsent = 0)),
  said_at timestamptz not null,
  primary key (stock_take_id, phone, scanned_by)
);

-- What was done on the command line, where nobody is logged in, has no account.
alter table audit_entries alter column user_id drop not null;
