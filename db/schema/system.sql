-- Settings, jobs, mail, the activity log, and operations.

-- The applied migrations, this schema being the first. Kysely's Migrator would create both tables itself; they are here so
-- that a backup can be restored into them.
create table if not exists kysely_migration (
  name varchar(255) primary key,
  timestamp varchar(255) not null
);
create table if not exists kysely_migration_lock (
  id varchar(255) primary key,
  is_locked integer not null default 0
);

-- Managers' choices at admin/settings, by name (contract/admin/settings.ts), in one row. The others have defaults.
create table settings (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  chosen jsonb not null default '{}' check (jsonb_typeof(chosen) = 'object'),
  changed_by integer references accounts
);

-- When borrowers are reminded. One row.
create table reminder_steps (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  -- days before the due date, three days before a package should be mailed back; 0: no reminder
  days_before smallint not null default 10 check (days_before between 0 and 60),
  -- days overdue at which a reminder is sent, ascending
  days_after smallint[] not null default '{1,7,21}' check (cardinality(days_after) <= 10),
  -- days overdue after which staff see the loan as possibly lost; 0: never
  suggest_lost_after smallint not null default 45 check (suggest_lost_after between 0 and 365),
  changed_by integer references accounts
);

-- The public half of the secret key, which is a separate file. It encrypts what only the key can open, and lets an
-- instance check that it has this library's key. Backups leave it out. One row, written at the first start.
create table secret_key (
  only_row boolean primary key default true check (only_row),
  recipient text not null
);

-- Work outside of requests, done by one instance at a time under a lease, which expires when its process dies.
create table jobs (
  kind text not null check (kind ~ '^[a-z-]{2,40}$'),
  -- its subject, like an email's id; '' for a scheduled job, which exists once
  key text not null,
  payload jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'dead')),
  run_at timestamptz not null default now(),
  -- by the database's clock, because each machine has its own
  lease uuid,
  leased_until timestamptz,
  -- since the last success
  tries smallint not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  trouble text not null default '',
  primary key (kind, key),
  check ((lease is null) = (leased_until is null))
);
create index jobs_waiting on jobs (kind, run_at) where state = 'waiting';
create index jobs_ended on jobs (ended_at) where state <> 'waiting';

-- An email is written in the transaction of its change, and sent by the first instance to claim it.
create table mails (
  mail_id integer generated always as identity primary key,
  -- the same on each try, so that mail programs recognize a duplicate
  message_id uuid not null unique default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z-]{2,30}$'),
  -- a second email with the same key is never written
  once_key text unique,
  -- the borrower it goes to; null for staff, for mailing list sign-ups, and for several accounts of one mailbox
  borrower_id integer references borrowers on delete cascade,
  to_address text not null,
  subject text not null,
  -- null once it's sent or its links have expired, because some of it is for the reader only. Links that expire are encrypted.
  letter jsonb,
  -- the member of staff who wrote it to borrowers. Staff can read its letter later.
  written_by integer references accounts,
  written_at timestamptz not null,
  expires_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  tries smallint not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  trouble text not null default '',
  -- the letter's language, kept when the letter is wiped
  language text not null default 'en' check (language in ('en', 'es')),
  -- when it passed the hourly limit of its address
  admitted_at timestamptz,
  -- without a mail server an email becomes a file, and must not look sent once there is one
  is_file boolean not null default false,
  check ((state = 'waiting') = (ended_at is null)),
  check (state <> 'sent' or letter is null or written_by is not null)
);
create index mails_to_wipe on mails (expires_at) where letter is not null and expires_at is not null;
create index mails_ended on mails (ended_at);
create index mails_latest on mails (written_at desc, mail_id desc);
create index mails_of_state on mails (state, written_at desc, mail_id desc);
create index mails_of_kind on mails (kind, written_at desc, mail_id desc);
create index mails_admitted on mails (lower(to_address), admitted_at) where admitted_at is not null;
create index mails_of_borrower on mails (borrower_id, mail_id desc) where borrower_id is not null;

create table mail_kinds_off (
  kind text primary key,
  since timestamptz not null
);

-- Holds all email after a restore, because waiting email may have been sent since the backup. At most one row.
create table mail_hold (
  only_row boolean primary key default true check (only_row),
  held_at timestamptz not null default now(),
  -- the time of the backup
  backup_at timestamptz not null
);

-- The activity log: who changed what, and the values before. Only anonymizing updates or deletes rows.
create table activity_log (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id integer references accounts,
  -- as the contract names it
  call text not null,
  kind text not null,
  -- the id within its kind; null if it's about all of them
  subject_id integer,
  -- the name at the time
  subject_label text not null,
  -- [{field, before, after}] of the changed fields; before is null for new records, and borrowerId names the borrower
  -- whose name the values are
  changes jsonb not null,
  constraint activity_log_kind_check check (kind ~ '^[a-z-]{2,30}$')
);
create index activity_latest on activity_log (at desc, entry_id desc);
create index activity_of_user on activity_log (user_id, at desc, entry_id desc);
create index activity_of_kind on activity_log (kind, subject_id, at desc, entry_id desc);
-- Finds words in names and calls without reading the whole log.
create index activity_words on activity_log using gin ((subject_label || ' ' || call) gin_trgm_ops);

-- Counters of the rate limiter, whose library decides the columns.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Scripts and styles of the current and recent versions, by their hashed names: while a version is rolled out, a page of one
-- instance gets them from another.
create table stored_assets (
  name text primary key,
  content bytea not null,
  -- otherwise the content is the file itself
  is_brotli boolean not null,
  -- when a version without this file started
  replaced_at timestamptz
);

-- Backups, failed ones included: the latest hundred.
create table backups (
  backup_id integer generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- scheduled, not requested by hand
  is_nightly boolean not null,
  -- null if it failed
  file_name text,
  -- in bytes
  size bigint,
  trouble text not null default ''
);
create index backups_by_age on backups (started_at);

-- The latest fifty stock checks and restore tests.
create table checks (
  check_id integer generated always as identity primary key,
  kind text not null check (kind in ('stock', 'restore')),
  -- the restored file; '' for the stock
  subject text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- titles, or restored rows
  checked_count integer not null,
  wrong integer not null,
  -- the first hundred: [{"itemId": 12, "sentence": "…"}]
  found jsonb not null default '[]'
);
create index checks_of_kind on checks (kind, check_id);
