-- What a saved import did to each title, so that it can be taken back. A line goes when that was done, or with its title.
create table imported_titles (
  import_id integer not null references imports on delete cascade,
  row_number integer not null,
  item_id integer not null references items on delete cascade,
  kind text not null check (kind in ('added', 'changed')),
  -- the title's version since: with another one, somebody has changed it
  version integer not null,
  -- the copies that it added: their number, and the copy number of the first one
  copies integer not null,
  first_copy integer not null,
  -- [{number, sku, isInactive, reason}]: the copies of the row that differ from their title
  details jsonb,
  -- of a changed title: its fields, its version and those copies as they were
  was jsonb check ((was is null) = (kind = 'added')),
  -- why the last undo left it
  kept text,
  primary key (import_id, row_number)
);
create index imported_titles_of_item on imported_titles (item_id);

alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (
  state in ('uploading', 'matching', 'checking', 'checked', 'saving', 'saved', 'undoing', 'undone', 'cancelled', 'failed')
);
-- {removed, restored, copies}: what was taken back; null before the first time
alter table imports add column undone jsonb;
alter table imports add column undone_by integer references accounts;

-- A save stamped its titles with the moment at which its import ended.
insert into imported_titles (import_id, row_number, item_id, kind, version, copies, first_copy)
select import_id, row_number() over (partition by import_id order by item_id), item_id, 'added', 1,
  (select count(*) from copies where copies.item_id = items.item_id and copies.created_at = items.created_at), 1
from imports join items on items.created_at = finished_at
where state = 'saved';
