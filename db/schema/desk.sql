-- The desk's records: claims, photos, and reported problems.

create table claims (
  claim_id integer generated always as identity primary key,
  assignment_id integer not null,
  loan text not null,
  kind text not null check (kind in ('lost', 'claimed returned', 'parts missing', 'damaged')),
  cost_cents integer not null check (cost_cents between 0 and 9999999),
  note text not null,
  opened_at timestamptz not null,
  opened_by integer not null references accounts,
  closed_at timestamptz,
  closed_by integer references accounts,
  -- staff settle the first three; the others follow from the copy's status
  outcome text check (outcome in ('paid', 'replaced', 'waived', 'found', 'lost', 'undone')),
  closing_note text not null default '',
  -- Staff find claims by words of the borrower, the school, the title, or its SKU, as of the day the claim was opened.
  words tsvector not null default '',
  -- the missing parts
  parts text not null default '' check (parts = '' or kind = 'parts missing'),
  check ((closed_at is null) = (outcome is null)),
  constraint claims_open_while_the_loan_is_so check (
    closed_at is not null
    or loan = case kind when 'lost' then 'lost' when 'claimed returned' then 'out' else 'returned' end
  ),
  constraint claims_of_a_loan
    foreign key (assignment_id, loan) references assignments (assignment_id, loan) on update cascade
);
create unique index claims_one_open_per_loan on claims (assignment_id) where closed_at is null;
create index claims_of_assignment on claims (assignment_id);
create index claims_newest on claims (opened_at desc, claim_id desc);
create index claims_open on claims (opened_at desc, claim_id desc) where closed_at is null;
create index claims_words on claims using gin (words);

create function words_of_loan(integer) returns tsvector language sql stable as $$
  select words_of(concat_ws(' ', ship_to_name, ship_to_school, ship_to_district, title, reference_number, copies.sku_number))
  from assignments join orders using (order_id) join copies using (copy_id) join items on items.item_id = assignments.item_id
  where assignment_id = $1
$$;

create function claims_write_words() returns trigger language plpgsql as $$
begin
  new.words := words_of_loan(new.assignment_id);
  return new;
end $$;
create trigger claims_write_words before insert on claims for each row execute function claims_write_words();

-- Photos by the desk, reencoded without metadata. They are here because stored files are public by name; they go with their
-- loan.
create table loan_photos (
  photo_id integer generated always as identity primary key,
  assignment_id integer not null references assignments on delete cascade,
  taken_at timestamptz not null,
  taken_by integer not null references accounts,
  -- WebP
  content bytea not null check (octet_length(content) between 1 and 5000000)
);
create index loan_photos_of_assignment on loan_photos (assignment_id);

create table problem_reports (
  report_id integer primary key generated always as identity,
  order_id integer not null references orders on delete cascade,
  written_at timestamptz not null,
  words text not null check (words <> ''),
  -- when staff dealt with the report
  settled_at timestamptz,
  settled_by integer references accounts
);
create index problem_reports_order on problem_reports (order_id, report_id);
create index problem_reports_open on problem_reports (order_id) where settled_at is null;

-- Photos that borrowers add to a report of what is missing or damaged, reencoded without metadata. They are here because
-- stored files are public by name; unsent ones go after a day.
create table borrower_photos (
  photo_id integer primary key generated always as identity,
  order_id integer not null references orders on delete cascade,
  -- the owner: after a transfer of the loan, only staff see it
  borrower_id integer not null references borrowers on delete cascade,
  added_at timestamptz not null,
  report_id integer references problem_reports on delete cascade,
  -- WebP
  large bytea not null check (octet_length(large) between 1 and 3000000),
  small bytea not null check (octet_length(small) between 1 and 3000000)
);
create index borrower_photos_of_order on borrower_photos (order_id, photo_id);
create index borrower_photos_of_borrower on borrower_photos (borrower_id, added_at);
create index borrower_photos_of_report on borrower_photos (report_id);
create index borrower_photos_not_sent on borrower_photos (added_at) where report_id is null;
