-- Everyone who uses the library: accounts, sessions, borrowers with their schools, staff, and the sign-in log.

create extension if not exists pg_trgm; -- similar names
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch; -- spelling corrections
create extension if not exists btree_gist; -- reservations of a copy never overlap

-- Who may enter: accounts, the borrowers among them, their sessions, and the keys that sign tokens.
create table accounts (
  user_id integer generated always as identity primary key,
  user_name text not null check (user_name ~ '^[A-Za-z0-9@._-]{1,20}$'),
  user_type_id smallint not null check (user_type_id in (1, 2)),
  -- null: nobody can sign in to this account (demonstration borrowers)
  password_hash text,
  created_at timestamptz not null default now(),
  -- Mail comes in the language its reader uses the site in: what they chose, or had when they registered or logged in last.
  language text not null default 'en' check (language in ('en', 'es')),
  -- Nobody can log in to a disabled account, and it has no sessions.
  disabled_at timestamptz,
  -- What every request of staff asks, which must not read another table.
  has_second_step boolean not null default false
);
create unique index accounts_user_name_key on accounts (lower(user_name));
create index accounts_user_name_beginning on accounts (lower(user_name) text_pattern_ops);

-- A token names a row here; the row can be revoked before the token expires.
create table sessions (
  session_id text primary key,
  user_id integer not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Where a session began, for its owner to recognize; and a number to name it by, because its id is in the token.
  address text not null default '',
  browser text not null default '',
  session_number integer not null generated always as identity unique,
  -- When a session was last used, to the minute.
  last_seen_at timestamptz not null default now()
);
create index sessions_expiry on sessions (expires_at);
create index sessions_of_user on sessions (user_id, created_at desc);

create table signing_keys (
  key_id text primary key,
  secret text not null,
  created_at timestamptz not null default now(),
  -- A signing key is known to every instance before it signs. The one that is there counts as new, so that none turns over
  -- while instances of the version before, which read it once, are still running.
  signs_from timestamptz not null default now()
);

-- One link for an account, the newest. Both secrets are kept as hashes: the link's, and that of the cookie which shows
-- that its bearer had the link.
create table password_resets (
  user_id integer primary key references accounts on delete cascade,
  token_hash bytea not null unique,
  proof_hash bytea not null,
  expires_at timestamptz not null
);
create index password_resets_expiry on password_resets (expires_at);

-- Staff find orders by what they remember: words, or their beginnings, of a name, a school, an email address or a title.

-- The functions remember where unaccent is: indexes are built with an empty search path.
create function words_in(text) returns text[]
  language plpgsql immutable strict parallel safe set search_path from current
  as $$ begin return array_remove(regexp_split_to_array(lower(unaccent($1)), '[^[:alnum:]]+'), ''); end $$;

create function words_of(text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(words_in($1));

create table districts (
  district_code text primary key check (district_code ~ '^[0-9]{7}$'),
  district text not null,
  county text not null,
  words tsvector not null generated always as (words_of(district || ' ' || county)) stored
);
create index districts_words on districts using gin (words);

-- names that are similar

-- Names that people write differently: without accents, signs, and the words that schools and districts leave out.
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
  -- as in districts: words and keys are of both
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
create index schools_of_district on schools (district_code);

-- The files that were taken in, the last is the directory as it is.
create table school_files (
  file_id integer generated always as identity primary key,
  file_name text not null,
  uploaded_at timestamptz not null,
  uploaded_by integer not null references accounts,
  schools_open integer not null,
  schools_closed integer not null,
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
  -- digits only, for finding a caller whatever way the number was typed
  phone_digits text not null generated always as (regexp_replace(phone_number, '[^0-9]', '', 'g')) stored,
  street text not null check (street <> ''),
  city text not null check (city <> ''),
  state text not null check (state <> ''),
  zip text not null check (zip <> ''),
  registered_at timestamptz not null default now(),
  -- Whether the borrower has shown that they read what is sent to their address. Who is here already counts as having shown it.
  mailbox_confirmed_at timestamptz,
  -- Who is blocked is told why, and cannot order; everything else goes on.
  blocked_at timestamptz,
  blocked_because text not null default '',
  -- The words of a borrower are stored: a word of everybody, such as "school", was computed again for each row.
  words tsvector not null generated always as (
  words_of(name || ' ' || school_name || ' ' || school_district || ' ' || email_address || ' '
    || regexp_replace(phone_number, '[^0-9]', '', 'g'))) stored,
  -- The school that a borrower's words mean, beside the words: what one can count by.
  school_id integer,
  constraint borrowers_blocked_for_a_reason check ((blocked_at is null) = (blocked_because = '')),
  constraint borrowers_school foreign key (school_id) references schools
);
-- E-mail addresses need not be unique: who has this one?
create index borrowers_mailbox on borrowers (lower(email_address));
-- The list of borrowers by name, people by the beginning of a user name, and mails by whom they went to.
create index borrowers_by_name on borrowers (lower(name), borrower_id);
create index borrowers_words on borrowers using gin (words);
create index borrowers_by_school on borrowers (school_id);
create index borrowers_by_written_school on borrowers (lower(school_name), lower(school_district));

-- The only school of a district that is called so, however the name is written; an open one goes first. Parameters by number: in a
-- statement about schools, "district" would be their own column.
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

create function borrowers_note_former_name() returns trigger language plpgsql as $$
begin
  insert into former_names (borrower_id, name, email_address) values (old.borrower_id, old.name, old.email_address)
    on conflict do nothing;
  return null;
end $$;
create trigger borrowers_note_former_name after update of name, email_address on borrowers for each row
  when (old.name <> new.name or old.email_address <> new.email_address) execute function borrowers_note_former_name();

-- What accounts tell others of a borrower: where mail goes. Nobody reads the mail of an account that nobody can sign in to.
create view account_mailboxes as
select borrower_id, name, email_address, password_hash is not null as is_read, language,
  mailbox_confirmed_at is not null as is_confirmed
from borrowers join accounts using (user_id);

-- Placing an order reads it with the lock that it takes anyway.
create view account_addresses as
select borrower_id, name, school_name, school_district, street, city, state, zip, mailbox_confirmed_at is not null as is_confirmed,
  blocked_because
from borrowers;

-- What accounts tell others of a borrower: the words by which staff find them.
create view account_words as select borrower_id, words from borrowers;

-- Links of mails that confirm a mailbox. A link is good for the address that it was sent to, and may be followed again.
create table mailbox_links (
  token_hash bytea primary key,
  borrower_id integer not null references borrowers on delete cascade,
  email_address text not null,
  expires_at timestamptz not null
);
create index mailbox_links_expiry on mailbox_links (expires_at);

-- What staff know of a borrower besides the account: notes, and whether they may order.
create table borrower_notes (
  note_id integer generated always as identity primary key,
  borrower_id integer not null references borrowers on delete cascade,
  note text not null check (note <> ''),
  written_at timestamptz not null,
  written_by integer not null references accounts
);
create index borrower_notes_newest on borrower_notes (borrower_id, note_id desc);

-- The names and addresses that borrowers had before. Emails and the audit have them as they were then, without saying whose they
-- are: who is to be forgotten is looked for by all of them. They go with the borrower.
create table former_names (
  borrower_id integer not null references borrowers on delete cascade,
  name text not null,
  email_address text not null,
  primary key (borrower_id, name, email_address)
);

-- What staff have besides a user name and a password. Their role is kept and not used yet: every administrator may do all.
create table staff (
  user_id integer primary key references accounts on delete cascade,
  -- empty: nobody has said it yet
  name text not null default '',
  email_address text not null default '',
  role text not null default 'manager' check (role in ('volunteer', 'clerk', 'manager')),
  -- the one that was printed or set when the account was created, which others may have seen
  has_first_password boolean not null default true,
  -- How a scan answers this person beside the screen, on every device
  scan_signals text[] not null default '{}' check (scan_signals <@ array['sound', 'vibration'])
);
-- Mailboxes need not be unique: who has this one?
create index staff_mailbox on staff (lower(email_address)) where email_address <> '';

-- What accounts tell others of a user: what to call them.
create view account_names as
select accounts.user_id, coalesce(borrowers.name, nullif(staff.name, ''), accounts.user_name) as name
from accounts left join borrowers using (user_id) left join staff using (user_id);

-- An invited colleague, until they choose a user name and a password. The link's secret is kept as a hash.
create table staff_invitations (
  invitation_id integer primary key generated always as identity,
  email_address text not null,
  role text not null default 'manager' check (role in ('volunteer', 'clerk', 'manager')),
  token_hash bytea not null unique,
  invited_by integer not null references accounts,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
-- One link for a mailbox, the newest.
create unique index staff_invitations_mailbox on staff_invitations (lower(email_address));

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
