-- Who may enter: accounts, the borrowers among them, their sessions, and the keys that sign tokens.

create table accounts (
  user_id integer generated always as identity primary key,
  user_name text not null check (user_name ~ '^[A-Za-z0-9@._-]{1,20}$'),
  user_type_id smallint not null check (user_type_id in (1, 2)),
  -- null: nobody can sign in to this account (demonstration borrowers)
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index accounts_user_name_key on accounts (lower(user_name));

create table borrowers (
  borrower_id integer generated always as identity primary key,
  user_id integer not null unique references accounts,
  name text not null check (name <> ''),
  school_name text not null check (school_name <> ''),
  school_district text not null check (school_district <> ''),
  email_address text not null check (email_address <> ''),
  phone_number text not null check (phone_number <> ''),
  -- digits only, for finding a caller whatever way the number was typed
  phone_digits text not null generated always as (regexp_replace(phone_number, '[^0-9]', '', 'g')) stored,
  street text not null check (street <> ''),
  city text not null check (city <> ''),
  state text not null check (state <> ''),
  zip text not null check (zip <> ''),
  registered_at timestamptz not null default now()
);

-- A token names a row here; the row can be revoked before the token expires.
create table sessions (
  session_id text primary key,
  user_id integer not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);

create table signing_keys (
  key_id text primary key,
  secret text not null,
  created_at timestamptz not null default now()
);

-- Counters of the rate limiter (the columns are the library's).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- What accounts tell others of a user: what to call them.
create view account_names as
select accounts.user_id, coalesce(borrowers.name, accounts.user_name) as name
from accounts left join borrowers using (user_id);

-- What accounts tell others of a borrower: where an order goes.
create view account_addresses as
select borrower_id, name, school_name, school_district, street, city, state, zip from borrowers;
