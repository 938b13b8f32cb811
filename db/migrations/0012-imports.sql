-- Files of titles that are brought in: the file itself, what is to be made of each row, and how far it is.

create table imports (
  import_id integer generated always as identity primary key,
  user_id integer not null references accounts,
  file_name text not null,
  size integer not null default 0,
  kind text check (kind in ('csv', 'marc')),
  encoding text check (encoding in ('UTF-8', 'Windows-1252', 'UTF-16')),
  delimiter text check (delimiter in ('comma', 'semicolon', 'tab')),
  -- [{name, samples, field}] of a CSV's header; field is what the name suggests
  columns jsonb not null default '[]',
  -- what was chosen last, as the contract has it
  settings jsonb,
  state text not null check (
    state in ('uploading', 'matching', 'checking', 'checked', 'saving', 'saved', 'cancelled', 'failed')
  ),
  -- which rows were asked to be saved
  wanted text check (wanted in ('all', 'good')),
  -- and by whom
  saved_by integer references accounts,
  message text,
  progress smallint not null default 0 check (progress between 0 and 100),
  rows_total integer,
  rows_done integer not null default 0,
  counts jsonb not null default '{}',
  uploaded_at timestamptz not null,
  finished_at timestamptz,
  is_file_kept boolean not null default true,
  -- Who works on it, and until when nobody else may: whoever is killed does not ask for more time.
  worker text,
  lease_until timestamptz,
  -- how often work on it was begun; one that ends its process again and again is given up
  attempts smallint not null default 0
);
create index imports_latest on imports (uploaded_at desc, import_id desc);
create index imports_waiting on imports (import_id) where state in ('checking', 'saving');
create index imports_with_files on imports (uploaded_at) where is_file_kept;

-- The file in pieces, so that any instance can read it and none has to hold it whole.
create table import_chunks (
  import_id integer not null references imports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
alter table import_chunks alter column bytes set storage external; -- read once or twice: not worth compressing

-- What the dry run made of each row that has something in it.
create table import_rows (
  import_id integer not null references imports on delete cascade,
  -- as a spreadsheet counts: the header is row 1
  row_number integer not null,
  outcome text not null check (outcome in ('add', 'change', 'same', 'skip', 'fault')),
  -- the SKU it is to have; null while none was made for it
  sku text,
  category_id smallint,
  -- the title as it is to be kept; null for a faulty row
  draft jsonb,
  -- [{column, message}]
  faults jsonb,
  primary key (import_id, row_number)
);
create index import_rows_by_outcome on import_rows (import_id, outcome, row_number);

-- One import writes at a time: whoever holds this row. It is free again when its transaction ends, however it ends.
create table import_turn (
  only_one boolean primary key default true check (only_one)
);
insert into import_turn default values;

-- Who adds many titles teaches their words first, by itself, and says so for its transaction: the words of a title that
-- is not committed would keep everybody waiting who saves one with the same words.
create or replace function items_learn_words() returns trigger language plpgsql as $$
begin
  if current_setting('library.words_are_known', true) = 'yes' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform learn_words(string_agg(title || ' ' || tags, ' ')) from inserted;
  else
    perform learn_words(new.title || ' ' || new.tags);
  end if;
  return null;
end $$;

-- Whether a kind is known is the contract's to say: a kind more is no change of this table.
alter table audit_entries drop constraint audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check check (kind ~ '^[a-z-]{2,30}$');
