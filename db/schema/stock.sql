-- Copies, and inventory counts.

create table copies (
  copy_id integer generated always as identity primary key,
  item_id integer not null references items,
  copy_number integer not null check (copy_number > 0),
  sku_number text not null check (char_length(sku_number) between 1 and 6),
  is_inactive boolean not null default false,
  inactive_reason text,
  created_at timestamptz not null default now(),
  -- when someone last confirmed its printed label; null: it has none, or an outdated one
  label_printed_at timestamptz,
  -- only inactive copies are archived
  archived_at timestamptz,
  -- when a person last handled the copy
  last_seen_at timestamptz,
  -- the copy's own place; null: its title's
  own_shelf_location text check (own_shelf_location <> '' and char_length(own_shelf_location) <= 40),
  unique (item_id, copy_number),
  unique (copy_id, item_id),
  check (inactive_reason is null or is_inactive),
  -- Damaged or incomplete returns wait for inspection.
  constraint copies_inactive_reason_check
    check (inactive_reason in ('inspection', 'repair', 'lost', 'damaged', 'retired')),
  constraint copies_archived_are_inactive check (archived_at is null or is_inactive)
);
create index copies_sku_number on copies (lower(sku_number));
-- Few of very many copies need a label.
create index copies_without_label on copies (item_id, copy_number) where label_printed_at is null and not is_inactive;
create index copies_waiting on copies (inactive_reason, copy_id) where inactive_reason in ('inspection', 'repair');
create index copies_own_shelf_location on copies (own_shelf_location) where own_shelf_location is not null;

-- Setting a lost copy active again closes its claim as found.
create function copies_close_claims() returns trigger language plpgsql as $$
begin
  update claims set closed_at = now(), outcome = 'found'
  from assignments
  where assignments.assignment_id = claims.assignment_id and assignments.copy_id = new.copy_id
    and kind = 'lost' and closed_at is null;
  return null;
end $$;
create trigger copies_close_claims after update of inactive_reason on copies
  for each row when (old.inactive_reason = 'lost' and new.inactive_reason is distinct from 'lost')
  execute function copies_close_claims();

create function copies_come_back() returns trigger language plpgsql as $$
begin
  new.archived_at := null;
  return new;
end $$;
create trigger copies_come_back before insert or update of is_inactive on copies
  for each row when (not new.is_inactive) execute function copies_come_back();

-- A copy that goes out or becomes inactive is no longer held; its borrower stays on the waitlist and gets the next one.
create function withdraw_offer_of_copy() returns trigger language plpgsql as $$
begin
  update waitlist_offers set closed_at = now(), outcome = 'withdrawn' where copy_id = new.copy_id and closed_at is null;
  return null;
end $$;
create trigger copies_withdraw_offers after update of is_inactive on copies
  for each row when (new.is_inactive) execute function withdraw_offer_of_copy();

create function copies_keep_sku() returns trigger language plpgsql as $$
begin
  insert into former_skus (copy_id, sku_number) values (old.copy_id, old.sku_number) on conflict do nothing;
  return null;
end $$;
create trigger copies_keep_sku after update of sku_number on copies for each row
  when (old.sku_number <> new.sku_number) execute function copies_keep_sku();

-- Previous SKUs. A label with one of them is this copy's outdated label; any other unknown label may be another library's.
create table former_skus (
  copy_id integer not null references copies on delete cascade,
  sku_number text not null,
  primary key (copy_id, sku_number)
);

create table inventory_counts (
  inventory_count_id integer generated always as identity primary key,
  -- the scope; no subject and no shelf: everything
  subject_id smallint references subjects,
  shelf_location text not null check (char_length(shelf_location) <= 40),
  -- numbers of copies at the start
  expected integer not null check (expected > 0),
  known_out integer not null,
  known_packed integer not null,
  known_inactive integer not null,
  known_archived integer not null,
  started_at timestamptz not null,
  started_by integer not null references accounts,
  closed_at timestamptz,
  closed_by integer references accounts,
  -- on the hold shelf, and so not at their own place
  known_held integer not null default 0,
  check ((closed_at is null) = (closed_by is null))
);

-- The copies in scope with their known state at the start ("shelf": expected there), and other scanned copies. The
-- outcome follows from the scans; an expected copy is missing until it's scanned.
create table inventory_count_copies (
  inventory_count_id integer not null references inventory_counts,
  copy_id integer not null references copies on delete cascade,
  known text not null,
  -- its place in the list; null: unlisted
  position integer,
  outcome text,
  seen_at timestamptz,
  seen_by integer references accounts,
  seen_place text not null default '',
  -- marked lost because it's missing
  marked_at timestamptz,
  primary key (copy_id, inventory_count_id),
  check (outcome is not null or known <> 'shelf'),
  check (outcome not in ('missing', 'handled') or known = 'shelf'),
  constraint inventory_count_copies_known
    check (known in ('shelf', 'out', 'packed', 'held', 'inactive', 'archived', 'unlisted')),
  constraint inventory_count_copies_outcome
    check (outcome in ('missing', 'handled', 'found', 'unexpected', 'misplaced', 'out', 'held'))
);
create index inventory_count_copies_in_order on inventory_count_copies (inventory_count_id, outcome, position, copy_id) include (known);

-- Each scan once, by the id that its browser gave it. An undone scan stays undone, whatever is sent again.
create table inventory_count_scans (
  scan_number bigint generated always as identity unique,
  inventory_count_id integer not null references inventory_counts,
  scan_id text not null check (scan_id ~ '^[0-9a-f]{32}$'),
  -- keeps the undo of an import from deleting a copy that someone scanned
  copy_id integer references copies,
  scanned text not null,
  place text not null,
  outcome text not null,
  scanned_at timestamptz not null,
  scanned_by integer not null references accounts,
  is_undone boolean not null,
  -- when the copy was last seen before this scan, for undo
  seen_before timestamptz,
  primary key (inventory_count_id, scan_id),
  check ((copy_id is null) = (outcome = 'unknown')),
  constraint inventory_count_scans_outcome
    check (outcome in ('found', 'unexpected', 'misplaced', 'out', 'held', 'unknown'))
);
create index inventory_count_scans_of_copy on inventory_count_scans (copy_id, inventory_count_id, scan_number);
create index inventory_count_scans_of_person on inventory_count_scans (inventory_count_id, scanned_by, scan_number desc);

-- How many unsent scans each phone last reported, for the person who closes the count. No foreign keys: they would lock other
-- tables.
create table inventory_count_phones (
  inventory_count_id integer not null,
  -- generated by the browser
  phone text not null check (phone ~ '^[0-9a-f]{32}$'),
  scanned_by integer not null,
  unsent integer not null check (unsent >= 0),
  -- when its oldest unsent scan was made; null: it has none
  unsent_since timestamptz check ((unsent_since is null) = (unsent = 0)),
  reported_at timestamptz not null,
  primary key (inventory_count_id, phone, scanned_by)
);

-- Finds copies by a typed label: "OWN77" or "AB-12", or with the copy number, "OWN77 copy 3" or "B12345-2". A whole SKU
-- takes precedence.
create function copies_named(typed text) returns setof integer language sql stable rows 2 as $$
  with said as (
    select lower(regexp_replace(btrim(typed), '^#\s*', '')) as whole,
      regexp_match(lower(btrim(typed)), '^#?\s*([^\s,;#]{1,6}?)(?:[\s,;#]+(?:copy\s*|no\.?\s*)?|-)#?(\d{1,6})$') as parts
  )
  select copy_id from copies where lower(sku_number) = (select whole from said)
  union all
  select copy_id from copies
  where lower(sku_number) = (select parts[1] from said) and copy_number = (select parts[2]::integer from said)
    and not exists (select from copies as exact where lower(exact.sku_number) = (select whole from said))
$$;
