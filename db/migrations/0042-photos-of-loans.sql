-- Photos of what the desk found, encoded anew without what cameras add. They are here and not among the files, which
-- everybody can fetch by their names; they go with their loan.
create table loan_photos (
  photo_id integer generated always as identity primary key,
  assignment_id integer not null references assignments on delete cascade,
  taken_at timestamptz not null,
  taken_by integer not null references accounts,
  -- WebP
  content bytea not null check (octet_length(content) between 1 and 5000000)
);
create index loan_photos_of_assignment on loan_photos (assignment_id);
