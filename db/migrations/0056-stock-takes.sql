-- Stock-takes: what should be on the shelves, what was scanned, and when each copy was last in somebody's hands.

alter table copies add column last_seen_at timestamptz;

-- A check-out and a check-in say in their own statement that they saw their copies, which they lock in the order of their ids
-- as everything does. A trigger with all rows of an update cannot be one of certain columns.
create function assignments_see_copies() returns trigger language plpgsql as $$
declare
  seen integer[];
begin
  if tg_op = 'INSERT' then
    seen := array(select copy_id from after);
  else
    seen := array(
      select after.copy_id from after join before using (assignment_id)
      where after.release_reason = 'returned' and before.release_reason is distinct from 'returned'
    );
  end if;
  if cardinality(seen) > 0 then
    perform from copies where copy_id = any(seen) order by copy_id for no key update;
    update copies set last_seen_at = greatest(
      last_seen_at, case when after.release_reason = 'returned' then after.released_at else after.assigned_at end
    ) from after where copies.copy_id = after.copy_id and copies.copy_id = any(seen);
  end if;
  return null;
end $$;
create trigger assignments_see_copies after insert on assignments
  referencing new table as after for each statement execute function assignments_see_copies();
create trigger returns_see_copies after update on assignments
  referencing old table as before new table as after for each statement execute function assignments_see_copies();

update copies set last_seen_at = seen.at
from (
  select copy_id, max(case when loan = 'returned' then released_at else assigned_at end) as at
  from assignments group by copy_id
) as seen
where seen.copy_id = copies.copy_id;

create table stock_takes (
  stock_take_id integer generated always as identity primary key,
  -- what it is of; no subject and no place: everything
  subject_id smallint references subjects,
  shelf_place text not null check (char_length(shelf_place) <= 40),
  -- how many copies were where at the start
  expected integer not null check (expected > 0),
  known_out integer not null,
  known_packed integer not null,
  known_inactive integer not null,
  known_archived integer not null,
  started_at timestamptz not null,
  started_by integer not null references accounts,
  closed_at timestamptz,
  closed_by integer references accounts,
  check ((closed_at is null) = (closed_by is null))
);

-- The copies in its scope with what was known at the start ("shelf" is expected to be there), and the others that were scanned.
-- The outcome follows from the scans; what is expected is missing until it is scanned.
create table stock_take_copies (
  stock_take_id integer not null references stock_takes,
  copy_id integer not null references copies on delete cascade,
  known text not null check (known in ('shelf', 'out', 'packed', 'inactive', 'archived', 'unlisted')),
  position integer, -- on the shelves; none for what was not listed
  outcome text check (outcome in ('missing', 'handled', 'found', 'unexpected', 'misplaced', 'out')),
  seen_at timestamptz,
  seen_by integer references accounts,
  seen_place text not null default '',
  marked_at timestamptz, -- set inactive (lost), because it is missing
  primary key (copy_id, stock_take_id),
  check (outcome is not null or known <> 'shelf'),
  check (outcome not in ('missing', 'handled') or known = 'shelf')
);
create index stock_take_copies_in_order on stock_take_copies (stock_take_id, outcome, position, copy_id) include (known);

-- Each scan once, by the id that its browser gave it. An undone one stays undone, whatever is sent again.
create table stock_take_scans (
  scan_number bigint generated always as identity unique,
  stock_take_id integer not null references stock_takes,
  scan_id text not null check (scan_id ~ '^[0-9a-f]{32}$'),
  copy_id integer references copies, -- who undoes an import leaves what somebody had in hand
  scanned text not null,
  place text not null,
  outcome text not null check (outcome in ('found', 'unexpected', 'misplaced', 'out', 'unknown')),
  scanned_at timestamptz not null,
  scanned_by integer not null references accounts,
  is_undone boolean not null,
  seen_before timestamptz, -- when the copy was last seen before, for Undo
  primary key (stock_take_id, scan_id),
  check ((copy_id is null) = (outcome = 'unknown'))
);
create index stock_take_scans_of_copy on stock_take_scans (copy_id, stock_take_id, scan_number);
create index stock_take_scans_of_person on stock_take_scans (stock_take_id, scanned_by, scan_number desc);
