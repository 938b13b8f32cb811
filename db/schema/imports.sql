-- Imports: the file, the decision on each row, and the progress.
create table imports (
  import_id integer generated always as identity primary key,
  -- what the file is about
  of text not null check (of in ('titles', 'borrowers', 'loans', 'tracking')),
  user_id integer not null references accounts,
  file_name text not null,
  size integer not null default 0,
  kind text check (kind in ('csv', 'marc')),
  -- {encoding, delimiter, headerRow} of a CSV, as in the contract
  format jsonb,
  -- the bytes of a UTF-8 file that are read as Windows-1252
  stray_bytes integer not null default 0,
  -- [{name, samples, field}] of a CSV's header, with the suggested field
  columns jsonb not null default '[]',
  -- the last choices, as in the contract
  settings jsonb,
  state text not null,
  -- which rows to save
  wanted text check (wanted in ('all', 'good')),
  saved_by integer references accounts,
  message text,
  progress smallint not null default 0 check (progress between 0 and 100),
  rows_total integer,
  rows_done integer not null default 0,
  counts jsonb not null default '{}',
  uploaded_at timestamptz not null,
  finished_at timestamptz,
  is_file_kept boolean not null default true,
  -- {removed, restored, copies} of the undo; null before it
  undone jsonb,
  undone_by integer references accounts,
  -- [{field, word, rows, value}]: unknown words found by the last check, most frequent first
  words jsonb not null default '[]',
  -- what else the last check found, as in the contract
  findings jsonb not null default '{}',
  constraint imports_state_check check (
  state in ('uploading', 'matching', 'checking', 'checked', 'saving', 'saved', 'undoing', 'undone', 'canceled', 'failed')
    )
);
create index imports_latest on imports (uploaded_at desc, import_id desc);
create index imports_with_files on imports (uploaded_at) where is_file_kept;

-- In pieces, so that any instance can read it without holding all of it in memory.
create table import_chunks (
  import_id integer not null references imports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
-- Read once or twice, so compression isn't worth it.
alter table import_chunks alter column bytes set storage external;

-- The dry run's result for each row with content.
create table import_rows (
  import_id integer not null references imports on delete cascade,
  -- counted as in a spreadsheet: the header is row 1
  row_number integer not null,
  outcome text not null,
  -- identifies the record, such as the SKU it will get; null until one is generated
  key text,
  -- the record to save; null for a faulty row
  draft jsonb,
  -- [{column, message}]
  faults jsonb,
  -- the record of the library that a row looks like, as found by the check
  like_id integer,
  primary key (import_id, row_number),
  constraint import_rows_outcome_check
    check (outcome in ('add', 'change', 'same', 'skip', 'fault'))
);
create index import_rows_by_outcome on import_rows (import_id, outcome, row_number);
create index import_rows_duplicates on import_rows (import_id, row_number) where like_id is not null;

-- One import writes at a time: the one that locks this row.
create table import_turn (
  only_one boolean primary key default true check (only_one)
);

-- A saved import's effect on each record, for undo. Undo deletes the row, as does deleting the record.
create table imported_records (
  import_id integer not null references imports on delete cascade,
  row_number integer not null,
  -- the record: one of these, as the import's kind says
  item_id integer references items on delete cascade,
  borrower_id integer references borrowers on delete cascade,
  -- of a loan: several rows can be one order
  order_id integer references orders on delete cascade,
  record_id integer not null generated always as (coalesce(item_id, borrower_id, order_id)) stored,
  kind text not null check (kind in ('added', 'changed')),
  -- of a title: its version after the import; if it differs, someone changed the title since
  version integer not null default 1,
  -- of a title: the copies it added: how many, and the first one's copy number
  copies integer not null default 0,
  first_copy integer not null default 1,
  -- of a title: [{number, sku, isInactive, reason}], the copies that differ from their title
  details jsonb,
  -- of a changed record: its fields before
  was jsonb,
  -- why the last undo left it unchanged
  kept text,
  primary key (import_id, row_number),
  check (num_nonnulls(item_id, borrower_id, order_id) = 1),
  check ((was is not null) = (kind = 'changed'))
);
create index imported_records_of_item on imported_records (item_id) where item_id is not null;
create index imported_records_of_borrower on imported_records (borrower_id) where borrower_id is not null;
create index imported_records_of_order on imported_records (order_id) where order_id is not null;

-- Meanings of words in files that the library doesn't know. Matched once, and used by every import.
create table import_words (
  field text not null check (field in ('category', 'subject', 'grade', 'language', 'school')),
  -- as compared: lower case, single spaces
  word text not null,
  -- the library's word; empty: ignore it
  value text not null,
  primary key (field, word)
);
