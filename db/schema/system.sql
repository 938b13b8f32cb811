-- Settings, jobs, mail, the activity log, and operations.

-- Which migrations were applied, this schema being the first. Kysely's Migrator would make both tables itself; they are here so
-- that a backup can be restored into them.
create table if not exists kysely_migration (
  name varchar(255) primary key,
  timestamp varchar(255) not null
);
create table if not exists kysely_migration_lock (
  id varchar(255) primary key,
  is_locked integer not null default 0
);

-- What a manager has changed; null: as the environment says. One row.
create table settings (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  loan_days integer check (loan_days between 1 and 365),
  renewals integer check (renewals between 0 and 100),
  max_titles_per_order integer check (max_titles_per_order between 1 and 1000),
  max_copies_per_borrower integer check (max_copies_per_borrower between 1 and 100000),
  max_orders_per_day integer check (max_orders_per_day between 1 and 100000),
  unconfirmed_percent integer check (unconfirmed_percent between 1 and 100),
  return_mail_minutes integer check (return_mail_minutes between 0 and 1440),
  staff_idle_minutes integer check (staff_idle_minutes between 5 and 480),
  changed_by integer references accounts,
  forget_loans_months integer check (forget_loans_months between 0 and 1200),
  max_mails_per_hour integer check (max_mails_per_hour between 1 and 100000),
  low_stock integer check (low_stock between 0 and 1000),
  lead_days integer check (lead_days between 1 and 30),
  trail_days integer check (trail_days between 1 and 30),
  inspection_days integer check (inspection_days between 0 and 30),
  hold_hours integer check (hold_hours between 1 and 720),
  -- Up to how many open cases a borrower may still order: a setting
  max_open_cases integer check (max_open_cases between 0 and 1000)
);

-- When borrowers are reminded, as staff set it: one row.
create table reminder_steps (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  -- days before the due day; 0: none
  days_before smallint not null default 7 check (days_before between 0 and 60),
  -- days overdue at which a digest is sent, rising
  days_after smallint[] not null default '{1,7,21}' check (cardinality(days_after) <= 10),
  -- days overdue from which staff are told that it may be lost; 0: never
  suggest_lost_after smallint not null default 45 check (suggest_lost_after between 0 and 365),
  changed_by integer references accounts
);

-- Work that is done away from a request, by one instance at a time: under a lease, which runs out when its process is killed.
create table jobs (
  kind text not null check (kind ~ '^[a-z-]{2,40}$'),
  -- what it is about, a mail's id for one; '' for a job on a schedule, of which there is one
  key text not null,
  payload jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'dead')),
  run_at timestamptz not null default now(),
  -- who does it, and until when nobody else may; by the database's clock, because each machine has its own
  lease uuid,
  leased_until timestamptz,
  -- since it last succeeded
  tries smallint not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  trouble text not null default '',
  primary key (kind, key),
  check ((lease is null) = (leased_until is null))
);
create index jobs_waiting on jobs (kind, run_at) where state = 'waiting';
create index jobs_ended on jobs (ended_at) where state <> 'waiting';

-- Mail is a row, written in the transaction of what it tells of, and sent by whichever instance comes first. And the way
-- back in for whoever has lost a password.
create table mails (
  mail_id integer generated always as identity primary key,
  -- the same at every try, so that whoever gets a mail twice can see it
  message_id uuid not null unique default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z-]{2,30}$'),
  -- of two mails with one key the second is never written
  once_key text unique,
  to_name text not null,
  to_address text not null,
  subject text not null,
  -- what it says; null once it is sent, or its links are over: some of it is for the reader alone
  letter jsonb,
  written_at timestamptz not null,
  expires_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  tries smallint not null default 0,
  begun_at timestamptz,
  ended_at timestamptz,
  trouble text not null default '',
  -- of the letter, which is wiped once it is sent; its subject stays and is listed
  language text not null default 'en' check (language in ('en', 'es')),
  -- When a mail was admitted to its address, of which only so many are in an hour.
  admitted_at timestamptz,
  -- Without a mail server an email becomes a file, which nobody gets: it must not look sent once there is one.
  is_file boolean not null default false,
  check ((state = 'waiting') = (ended_at is null)),
  check (state <> 'sent' or letter is null)
);
create index mails_to_wipe on mails (expires_at) where letter is not null and expires_at is not null;
create index mails_ended on mails (ended_at);
create index mails_latest on mails (written_at desc, mail_id desc);
create index mails_of_state on mails (state, written_at desc, mail_id desc);
create index mails_of_kind on mails (kind, written_at desc, mail_id desc);
create index mails_admitted on mails (lower(to_address), admitted_at) where admitted_at is not null;
create index mails_of_address on mails (lower(to_address), mail_id desc);

create table mail_kinds_off (
  kind text primary key,
  since timestamptz not null
);

-- After a backup was restored nothing is sent until somebody says so: while there is a row. What it knew as waiting may
-- have been sent since.
create table mail_hold (
  only_row boolean primary key default true check (only_row),
  held_at timestamptz not null default now(),
  -- when the backup was made
  backup_at timestamptz not null
);

-- Who changed what, and what it was before. Nothing updates or deletes here.
create table audit_entries (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id integer references accounts,
  -- the call as the contract names it
  call text not null,
  kind text not null,
  -- the thing's id within its kind; null when it is about all of them
  subject_id integer,
  -- the thing in words, as it was called then
  subject_label text not null,
  -- [{field, before, after}] of the fields that differ; before is null for what was new
  changes jsonb not null,
  constraint audit_entries_kind_check check (kind ~ '^[a-z-]{2,30}$')
);
create index audit_latest on audit_entries (at desc, entry_id desc);
create index audit_of_user on audit_entries (user_id, at desc, entry_id desc);
create index audit_of_kind on audit_entries (kind, subject_id, at desc, entry_id desc);
-- Finds words of a thing's name or of a call in the audit without reading all of it.
create index audit_words on audit_entries using gin ((subject_label || ' ' || call) gin_trgm_ops);

-- Counters of the rate limiter (the columns are the library's).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- The scripts and styles of the built web application, by their hashed names, of the versions that run or ran until lately: a
-- page that one version drew gets them from an instance of another.
create table kept_assets (
  name text primary key,
  content bytea not null,
  -- else the content is the file itself
  is_brotli boolean not null,
  -- when a version began that has no such file
  replaced_at timestamptz
);

-- Backups that were made or tried, the latest hundred.
create table backups (
  backup_id integer generated always as identity primary key,
  begun_at timestamptz not null,
  ended_at timestamptz not null,
  -- of the schedule, and not asked for by hand
  is_nightly boolean not null,
  -- null when it failed
  file_name text,
  -- in bytes
  size bigint,
  trouble text not null default ''
);
create index backups_by_age on backups (begun_at);

-- What looked whether all is well, and what it found wrong: the stock against its rows. The latest fifty of each kind.
create table checks (
  check_id integer generated always as identity primary key,
  kind text not null check (kind in ('stock')),
  begun_at timestamptz not null,
  ended_at timestamptz not null,
  -- titles
  looked_at integer not null,
  wrong integer not null,
  -- the first hundred: [{"itemId": 12, "sentence": "…"}]
  found jsonb not null default '[]'
);
create index checks_of_kind on checks (kind, check_id);
