-- Passkeys of staff: what a device proves itself with instead of a password and a code. Public keys only.

create table passkeys (
  passkey_id integer generated always as identity primary key,
  user_id integer not null references accounts on delete cascade,
  -- the device's name for it, in base64url
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it signed, for devices that count; others say 0
  sign_count bigint not null,
  -- the browser that it was added in
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_by_account on passkeys (user_id);

-- Challenges that were answered: each opens one session, or adds one passkey.
create table passkey_challenges (
  challenge_hash bytea primary key,
  used_at timestamptz not null
);
