-- After a backup was restored nothing is sent until somebody says so: while there is a row. What it knew as waiting may
-- have been sent since.
create table mail_hold (
  only_row boolean primary key default true check (only_row),
  held_at timestamptz not null default now(),
  -- when the backup was made
  backup_at timestamptz not null
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
