-- The second step of a login: a code of an authenticator app. No call returns a secret after it was stored.

create table second_steps (
  user_id integer primary key references accounts on delete cascade,
  -- of 160 bits, in base32
  secret text not null,
  since timestamptz not null,
  -- the time step of the last code that was taken: a code is good once, and so are all before it
  last_step integer not null
);

-- Each replaces one code, once. Kept as hashes of 120 random bits.
create table recovery_codes (
  user_id integer not null references second_steps on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- What every request of staff asks, which must not read another table.
alter table accounts add column has_second_step boolean not null default false;
