-- Photos that borrowers add to what they say of an order: the receipt of what they mailed back, and what is missing or damaged.
-- Like the desk's photos they are encoded anew, and here, not among the files, which everybody can fetch by their names. They go
-- with their order, their report, or who added them; what was not sent goes after a day.
create table borrower_photos (
  photo_id integer primary key generated always as identity,
  order_id integer not null references orders on delete cascade,
  -- who added it: an order that is handed over to a colleague shows it to staff alone
  borrower_id integer not null references borrowers on delete cascade,
  added_at timestamptz not null,
  report_id integer references problem_reports on delete cascade,
  is_receipt boolean not null default false,
  -- WebP
  large bytea not null check (octet_length(large) between 1 and 3000000),
  small bytea not null check (octet_length(small) between 1 and 3000000),
  check (not is_receipt or report_id is null)
);
create index borrower_photos_of_order on borrower_photos (order_id, photo_id);
create index borrower_photos_of_borrower on borrower_photos (borrower_id, added_at);
create index borrower_photos_of_report on borrower_photos (report_id);
create index borrower_photos_not_sent on borrower_photos (added_at) where report_id is null and not is_receipt;
create unique index borrower_photos_one_receipt on borrower_photos (order_id) where is_receipt;
