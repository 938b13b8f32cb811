-- Everyone who uses the library: accounts, sessions, borrowers with their schools, staff, and the sign-in log.

create extension if not exists pg_trgm; -- similar names
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch; -- spelling corrections
create extension if not exists btree_gist; -- reservations of a copy never overlap

create table accounts (
  user_id integer generated always as identity primary key,
  user_name text not null check (user_name ~ '^[A-Za-z0-9@._-]{1,20}$'),
  user_type_id smallint not null check (user_type_id in (1, 2)),
  -- null: nobody can sign in to this account, such as a demonstration borrower's
  password_hash text,
  -- An import added this account with a password that nobody knows, and its owner hasn't chosen one yet.
  awaits_password boolean not null default false,
  -- when its owner was last emailed an invitation to choose one
  invited_at timestamptz,
  created_at timestamptz not null default now(),
  -- the language of this person's email: the one they chose, or last used the site in
  language text not null default 'en' check (language in ('en', 'es')),
  -- A disabled account has no sessions.
  disabled_at timestamptz,
  -- here, so that requests of staff don't read another table
  has_two_step boolean not null default false
);
create unique index accounts_user_name_key on accounts (lower(user_name));
create index accounts_awaiting_password on accounts (user_id) where awaits_password;
create index accounts_user_name_beginning on accounts (lower(user_name) text_pattern_ops);

-- A token names a row here, which can be revoked before the token expires. The row has only a hash of the token's id.
create table sessions (
  id_hash bytea primary key,
  user_id integer not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- the owner ends a session by this number, because only the token has its id
  address text not null default '',
  browser text not null default '',
  session_number integer not null generated always as identity unique,
  -- to the minute
  last_seen_at timestamptz not null default now()
);
create index sessions_expiry on sessions (expires_at);
create index sessions_of_user on sessions (user_id, created_at desc);

-- Logins with the right password that still need a code. Each works once; its secret is hashed.
create table first_steps (
  secret_hash bytea primary key,
  user_id integer not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index first_steps_of_user on first_steps (user_id, expires_at desc);

-- The newest link of an account. Its secret is hashed, and so is the secret of the cookie that proves the bearer had the link.
create table password_resets (
  user_id integer primary key references accounts on delete cascade,
  token_hash bytea not null unique,
  proof_hash bytea not null,
  expires_at timestamptz not null
);
create index password_resets_expiry on password_resets (expires_at);

-- Staff find orders by the words they remember, or the beginnings of words: of a name, a school, an email address, or a
-- title.

-- Indexes are built with an empty search path, so the functions remember where unaccent is.
create function words_in(text) returns text[]
  language plpgsql immutable strict parallel safe set search_path from current
  as $$ begin return array_remove(regexp_split_to_array(lower(unaccent($1)), '[^[:alnum:]]+'), ''); end $$;

-- Names are also typed as one word: O'Brien as obrien, De la Cruz as delacruz.
create function joined(text) returns text language plpgsql immutable strict parallel safe set search_path from current
  as $$ begin return regexp_replace(
    regexp_replace(lower(unaccent($1)), '([[:alnum:]])[''’ʼ`´](?=[[:alnum:]])', '\1', 'g'),
    '\m(o|d|l|ma?c|d[aeiou]s?|del|della|l[aeo]s?|van|von|der|den|ten|ter)[ -]+(?=[[:alpha:]])', '\1', 'g'); end $$;

create function words_of(text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(words_in($1) || words_in(joined($1)));

create table districts (
  district_code text primary key check (district_code ~ '^[0-9]{7}$'),
  district text not null,
  county text not null,
  words tsvector not null generated always as (words_of(district || ' ' || county)) stored
);
create index districts_words on districts using gin (words);

-- Compares names that people write differently: without accents, punctuation, and the words that schools and districts
-- leave out.
create function school_key(text) returns text language plpgsql immutable strict parallel safe as $$
  declare key text := ' ' || regexp_replace(lower(unaccent($1)), '[^[:alnum:]]+', ' ', 'g') || ' ';
  begin
    key := regexp_replace(key, ' elem(?= )', ' elementary', 'g');
    key := regexp_replace(key, ' (usd|u s d)(?= )', ' unified', 'g');
    key := regexp_replace(key, ' hs(?= )', ' high', 'g');
    key := regexp_replace(key, ' (schools?|sch|districts?|dist)(?= )', '', 'g');
    return trim(key);
  end $$;

create table schools (
  school_id integer generated always as identity primary key,
  cds_code text not null unique check (cds_code ~ '^[0-9]{14}$'),
  district_code text not null references districts,
  school text not null check (school <> ''),
  -- a copy from districts, because the generated columns below need it
  district text not null,
  city text not null,
  state text not null,
  zip text not null,
  is_open boolean not null,
  name_key text not null generated always as (school_key(school)) stored,
  district_key text not null generated always as (school_key(district)) stored,
  words tsvector not null generated always as (words_of(school || ' ' || district || ' ' || city)) stored
);
create index schools_words on schools using gin (words) where is_open;
create index schools_by_name on schools (name_key, district_key);
create index schools_like_name on schools using gin (name_key gin_trgm_ops) where is_open;
create index schools_of_district on schools (district_code);

-- Uploaded school directories. The newest is the current one.
create table school_files (
  file_id integer generated always as identity primary key,
  file_name text not null,
  uploaded_at timestamptz not null,
  uploaded_by integer not null references accounts,
  added integer not null,
  changed integer not null,
  newly_closed integer not null
);

create table borrowers (
  borrower_id integer generated always as identity primary key,
  user_id integer not null unique references accounts,
  name text not null check (name <> ''),
  school_name text not null check (school_name <> ''),
  school_district text not null check (school_district <> ''),
  email_address text not null check (email_address <> ''),
  phone_number text not null check (phone_number <> ''),
  street text not null check (street <> ''),
  city text not null check (city <> ''),
  state text not null check (state <> ''),
  zip text not null check (zip <> ''),
  registered_at timestamptz not null default now(),
  -- when the borrower confirmed their email address
  mailbox_confirmed_at timestamptz,
  -- how: they followed a link, said so on the phone, or an import had the address from the library's own list
  mailbox_confirmed_by text not null default 'link' check (mailbox_confirmed_by in ('link', 'phone', 'import')),
  -- A clerk changed the email address, so we send no password reset link there before this time.
  resets_from timestamptz,
  -- A blocked borrower can't order and sees the reason.
  blocked_at timestamptz,
  block_reason text not null default '',
  -- stored, because computing them for each row of a search is slow
  words tsvector not null generated always as (
    words_of(name || ' ' || school_name || ' ' || school_district || ' ' || email_address || ' '
      || regexp_replace(phone_number, '[^0-9]', '', 'g'))) stored,
  -- the school in the directory that the written name means
  school_id integer,
  constraint borrowers_blocked_for_a_reason check ((blocked_at is null) = (block_reason = '')),
  constraint borrowers_school foreign key (school_id) references schools
);
-- Finds the borrowers of an email address, which doesn't have to be unique.
create index borrowers_mailbox on borrowers (lower(email_address));

-- the mailbox behind an address: many mail systems deliver ada+anything@… to ada@…, and Gmail ignores dots
create function mailbox_of(address text) returns text language sql immutable parallel safe
  return case
    when address ~* '@(gmail|googlemail)\.com$'
      then replace(split_part(split_part(lower(address), '@', 1), '+', 1), '.', '') || '@gmail.com'
    else regexp_replace(lower(address), '\+[^@]*@', '@')
  end;

create index borrowers_real_mailbox on borrowers (mailbox_of(email_address));
-- For the list of borrowers.
create index borrowers_by_name on borrowers (lower(name), borrower_id);
create index borrowers_words on borrowers using gin (words);
create index borrowers_by_school on borrowers (school_id);
create index borrowers_by_written_school on borrowers (lower(school_name), lower(school_district));

-- Finds the only school of a district with this name, however it's written; open schools first. Parameters go by number,
-- because "district" would be the table's column.
create function school_of(name text, district text) returns integer language sql stable parallel safe as $$
  with named as (
    select school_id, is_open from schools where name_key = school_key($1) and district_key = school_key($2)
  )
  select coalesce(
    (select min(school_id) from named where is_open having count(*) = 1),
    (select min(school_id) from named having count(*) = 1))
$$;

create function borrowers_find_school() returns trigger language plpgsql as $$
begin
  new.school_id := school_of(new.school_name, new.school_district);
  return new;
end $$;
create trigger borrowers_find_school before insert or update of school_name, school_district on borrowers
  for each row execute function borrowers_find_school();

-- The address to send email to. Disabled accounts get none.
create view account_mailboxes as
select borrower_id, name, email_address, password_hash is not null as is_read, language,
  mailbox_confirmed_at is not null as is_confirmed
from borrowers join accounts using (user_id);

-- The shipping address and the block, which placing an order reads under a lock.
create view account_addresses as
select borrower_id, name, school_name, school_district, street, city, state, zip, mailbox_confirmed_at is not null as is_confirmed,
  block_reason
from borrowers;

-- Links that confirm an email address. They are valid for that address only, and may be followed again.
create table mailbox_links (
  token_hash bytea primary key,
  borrower_id integer not null references borrowers on delete cascade,
  email_address text not null,
  expires_at timestamptz not null
);
create index mailbox_links_expiry on mailbox_links (expires_at);

-- Staff notes on borrowers.
create table borrower_notes (
  note_id integer generated always as identity primary key,
  borrower_id integer not null references borrowers on delete cascade,
  note text not null check (note <> ''),
  written_at timestamptz not null,
  written_by integer not null references accounts
);
create index borrower_notes_newest on borrower_notes (borrower_id, note_id desc);

-- Staff have a display name, an email address, and a role.
create table staff (
  user_id integer primary key references accounts on delete cascade,
  -- empty until someone enters it
  name text not null default '',
  email_address text not null default '',
  role text not null default 'manager' check (role in ('volunteer', 'clerk', 'manager')),
  -- whether the password is the one printed at creation, which others may have seen
  has_first_password boolean not null default true,
  -- how scans signal their result to this person, besides the screen
  scan_signals text[] not null default '{}' check (scan_signals <@ array['sound', 'vibration'])
);
-- Finds staff by email address, which doesn't have to be unique.
create index staff_mailbox on staff (lower(email_address)) where email_address <> '';

-- The name that others see.
create view account_names as
select accounts.user_id, coalesce(borrowers.name, nullif(staff.name, ''), accounts.user_name) as name
from accounts left join borrowers using (user_id) left join staff using (user_id);

-- Invited colleagues who haven't chosen a user name and password yet. The link's secret is hashed.
create table staff_invitations (
  invitation_id integer primary key generated always as identity,
  email_address text not null,
  role text not null default 'manager' check (role in ('volunteer', 'clerk', 'manager')),
  token_hash bytea not null unique,
  invited_by integer not null references accounts,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
-- The newest link of an email address.
create unique index staff_invitations_mailbox on staff_invitations (lower(email_address));

-- Two-step verification with an authenticator app. No call returns a stored secret.
create table two_step_verifications (
  user_id integer primary key references accounts on delete cascade,
  -- encrypted with the secret key
  secret text not null,
  since timestamptz not null,
  -- the time step of the last accepted code: neither it nor an earlier one is accepted again
  last_step integer not null
);

-- Recovery codes, each valid once. Hashes of 120 random bits.
create table recovery_codes (
  user_id integer not null references two_step_verifications on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The sign-in log: one row for each kind, address, account, and minute, with a count.
create table sign_in_events (
  event_id bigint primary key generated always as identity,
  kind text not null check (kind ~ '^[a-z-]{2,30}$'),
  minute timestamptz not null,
  last_at timestamptz not null,
  times integer not null check (times > 0),
  address text not null,
  call text not null,
  -- a hash of the typed user name with the secret key, because people type passwords there
  name_code text not null,
  -- no foreign key: writing an event must not wait for a lock on the account
  user_id integer,
  session_number integer,
  unique nulls not distinct (minute, kind, address, call, name_code, user_id, session_number)
);
create index sign_in_events_latest on sign_in_events (last_at desc, event_id desc);
create index sign_in_events_of_user on sign_in_events (user_id) where user_id is not null;
create index sign_in_events_of_name on sign_in_events (name_code) where name_code <> '';
