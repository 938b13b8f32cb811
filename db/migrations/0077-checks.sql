-- What looked whether all is well, and what it found wrong: the stock against its rows, and the drill of a restore. The
-- latest fifty of each kind.
create table checks (
  check_id integer generated always as identity primary key,
  kind text not null check (kind in ('stock', 'drill')),
  begun_at timestamptz not null,
  ended_at timestamptz not null,
  -- titles, or tables and files
  looked_at integer not null,
  wrong integer not null,
  -- the first hundred: [{"itemId": 12, "sentence": "…"}]; a drill's are about no title
  found jsonb not null default '[]'
);
create index checks_of_kind on checks (kind, check_id);
