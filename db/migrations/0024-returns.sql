-- What the desk found when a copy came back, and who checked it in.
alter table assignments
  add column condition text check (condition in ('good', 'worn', 'parts missing', 'damaged')),
  add column condition_note text not null default '',
  add column released_by integer references accounts,
  add constraint assignments_only_returned_copies_have_a_condition
    check (condition is null or release_reason = 'returned');
