-- What happened to accounts and at the door: a row for each kind, address, account and minute, however often.

create table security_events (
  event_id bigint primary key generated always as identity,
  kind text not null check (kind ~ '^[a-z-]{2,30}$'),
  minute timestamptz not null,
  last_at timestamptz not null,
  times integer not null check (times > 0),
  address text not null,
  call text not null,
  -- stands for the user name that was typed, by a key: people type passwords there
  name_code text not null,
  -- no reference: writing an event waits for nobody who holds an account
  user_id integer,
  session_number integer,
  unique nulls not distinct (minute, kind, address, call, name_code, user_id, session_number)
);
create index security_events_latest on security_events (last_at desc, event_id desc);
create index security_events_of_user on security_events (user_id) where user_id is not null;
create index security_events_of_name on security_events (name_code) where name_code <> '';

-- The key of the names: one for all instances.
create table security_trail_key (
  is_only boolean primary key default true check (is_only),
  secret text not null
);
