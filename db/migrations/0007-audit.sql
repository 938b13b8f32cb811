-- Who changed what, and what it was before. Nothing updates or deletes here.

create table audit_entries (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id integer not null references accounts,
  -- the call as the contract names it
  call text not null,
  kind text not null check (kind in ('item', 'order', 'news', 'picture', 'borrowers')),
  -- the thing's id within its kind; null when it is about all of them
  subject_id integer,
  -- the thing in words, as it was called then
  subject_label text not null,
  -- [{field, before, after}] of the fields that differ; before is null for what was new
  changes jsonb not null
);
create index audit_latest on audit_entries (at desc, entry_id desc);
create index audit_of_user on audit_entries (user_id, at desc, entry_id desc);
create index audit_of_kind on audit_entries (kind, subject_id, at desc, entry_id desc);
