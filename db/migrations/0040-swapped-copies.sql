-- The wrong copy of a right title was in a parcel: two loans change their copies, or a loan and the shelf. In the middle of
-- that, both say the same copy; when it is done, and whenever nobody swaps, no copy is in two open assignments.
drop index assignments_one_open_per_copy;
alter table assignments add constraint assignments_one_open_per_copy
  exclude using btree (copy_id with =) where (released_at is null) deferrable initially immediate;

create table swaps (
  swap_id integer generated always as identity primary key,
  -- the loan that has the copy that was found, and the one that had it before, if any did
  assignment_id integer not null references assignments,
  other_assignment_id integer references assignments,
  found_copy_id integer not null references copies,
  recorded_copy_id integer not null references copies,
  swapped_at timestamptz not null,
  swapped_by integer not null references accounts,
  undone_at timestamptz,
  check (found_copy_id <> recorded_copy_id)
);
create index swaps_of_assignment on swaps (assignment_id);
create index swaps_of_other_assignment on swaps (other_assignment_id) where other_assignment_id is not null;
