-- Which processes run the library, as each says every ten seconds, and what is wrong with how they are set up.
create table instances (
  instance_id uuid primary key,
  host text not null,
  version text not null,
  commit text not null,
  files text not null,
  warnings jsonb not null default '[]',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
