-- The catalog: titles, the words they are found by, synonyms, and imports.

create table categories (
  category_id smallint primary key,
  category_name text not null unique,
  -- A title is also found by its category, subject and grades, in English and in Spanish, with what else Spanish searchers call
  -- them. They say nothing about how well it fits: the headline, which ranks, stays as it is.
  lexemes text[] not null default '{}'
);

-- For each statement: note_answer_change('lists') or note_answer_change('everything').
create function note_answer_change() returns trigger language plpgsql as $$
begin
  insert into answer_changes (what) values (tg_argv[0]);
  return null;
end $$;
create trigger categories_change_answers after insert or update or delete or truncate on categories
  for each statement execute function note_answer_change('everything');

create table subjects (
  subject_id smallint primary key,
  subject_name text not null,
  lexemes text[] not null default '{}',
  -- Managers change the subjects and grades: names in both languages, other words that they are found by, their order, and
  -- which of them are still offered. Nothing is deleted.
  position smallint not null,
  name_in_spanish text not null default '',
  also_called text not null default '',
  is_hidden boolean not null default false,
  -- One save may exchange names and places: they are compared at the end of its statement. Not as unique keys: a rename would
  -- wait for an import that holds a subject.
  constraint subjects_subject_name_key exclude (subject_name with =) deferrable,
  constraint subjects_position_key exclude (position with =) deferrable
);

-- Once for all rows of an insert: an import finds most words many times. No trigger may look at all rows of an update
-- of certain columns, and every order updates items, so a changed title is read by itself.
create function learn_words(text) returns void language sql as $$
  insert into search_words (word)
  select word from (select distinct regexp_split_to_table(lower(unaccent($1)), '[^[:alnum:]]+') as word) as words
  where char_length(word) between 3 and 30 and word !~ '^[0-9]+$'
  order by word -- so that two saves at once cannot wait for each other in a circle
  on conflict do nothing
$$;

-- What a code is searched by follows from what it is called. Titles that have it are written by a job.
create function lexemes_of(text) returns text[] language sql stable as
  $$ select tsvector_to_array(to_tsvector('english', regexp_replace(unaccent($1), '[^[:alnum:]]+', ' ', 'g'))) $$;

create function subjects_derive() returns trigger language plpgsql as $$
begin
  new.lexemes := lexemes_of(new.subject_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  perform learn_words(new.subject_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  return new;
end $$;
create trigger subjects_derive before insert or update of subject_name, name_in_spanish, also_called on subjects
  for each row execute function subjects_derive();
create trigger subjects_change_answers after insert or update or delete or truncate on subjects
  for each statement execute function note_answer_change('everything');

-- grade_id is a power of two; the first row, "All grades", is the full mask.
create table grades (
  grade_id integer primary key,
  grade_name text not null,
  position smallint not null,
  lexemes text[] not null default '{}',
  name_in_spanish text not null default '',
  also_called text not null default '',
  is_hidden boolean not null default false,
  constraint grades_grade_name_key exclude (grade_name with =) deferrable,
  constraint grades_position_key exclude (position with =) deferrable
);

create function grades_derive() returns trigger language plpgsql as $$
begin
  new.lexemes := lexemes_of(new.grade_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  perform learn_words(new.grade_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  return new;
end $$;
create trigger grades_derive before insert or update of grade_name, name_in_spanish, also_called on grades
  for each row execute function grades_derive();
create trigger grades_change_answers after insert or update or delete or truncate on grades
  for each statement execute function note_answer_change('everything');

-- Each list is saved as a whole.
create table code_lists (
  list text primary key check (list in ('subjects', 'grades')),
  version integer not null default 0,
  changed_by integer references accounts
);

-- Pictures of items and news. The same content is kept once, under its hash.
create table attachments (
  attachment_id integer generated always as identity primary key,
  -- of the bytes that were uploaded and of the way they are encoded anew: it names the stored files
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{32}$'),
  file_name text not null,
  -- of the picture as it was uploaded, upright, in pixels
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- the widths it is stored in, ascending, in pixels
  widths integer[] not null check (cardinality(widths) > 0),
  uploaded_at timestamptz not null default now()
);
create index attachments_by_age on attachments (uploaded_at);

-- A picture is seen once its title names it, which is a change of the title.
create trigger attachments_change_answers after update of content_hash, file_name, widths or truncate on attachments
  for each statement execute function note_answer_change('everything');

create table items (
  item_id integer generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 150),
  description text not null,
  reference_number text not null check (char_length(reference_number) between 1 and 6),
  category_id smallint not null references categories,
  subject_id smallint not null references subjects,
  grade_mask integer not null check (grade_mask > 0),
  tags text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- What the copies and orders of this title add up to. Written by stock.queries.ts only, in the transaction that
  -- changes the rows they are counted from. An administrator may knowingly promise more than there is (reopening an
  -- order, retiring a copy): that is the shortfall, and the only way past the check that stock never goes below zero.
  active_copies integer not null default 0 check (active_copies >= 0),
  checked_out integer not null default 0 check (checked_out >= 0),
  requested integer not null default 0 check (requested >= 0),
  shortfall integer not null default 0 check (shortfall >= 0),
  in_stock integer not null generated always as (active_copies - checked_out - requested + shortfall) stored,
  constraint items_stock_never_below_zero check (active_copies - checked_out - requested + shortfall >= 0),
  constraint items_shortfall_only_when_empty check (shortfall = 0 or active_copies - checked_out - requested + shortfall = 0),
  -- Derived by the trigger below.
  sort_title text not null default '',
  -- all that is looked through
  search tsvector not null default '',
  attachment_id integer references attachments,
  attachment_alt text not null default '',
  changed_by integer references accounts,
  -- Who published a title, and the language it is in, as a primary tag of BCP 47; empty where nobody said.
  publisher text not null default '' check (char_length(publisher) <= 300),
  language text not null default '' check (language ~ '^([a-z]{2,3})?$'),
  -- What becomes of copies that do not come back as they left. A case belongs to a loan; while it is open, the loan must be
  -- in the state that its kind says, which the reference to (assignment_id, loan) proves.
  replacement_cost text not null default ''
    constraint items_replacement_cost_is_an_amount check (replacement_cost ~ '^(\d{1,5}\.\d\d)?$'),
  -- Where a title stands, in the library's own words; empty where nobody said.
  shelf_place text not null default '' check (char_length(shelf_place) <= 40),
  -- What each copy of a title consists of, "1 poster; 1 DVD @ 24.50; 30 cards"; empty where it is one thing.
  parts text not null default '' check (char_length(parts) <= 1000),
  -- What a copy of a title weighs in pounds, as text like its replacement cost: "2.5"; empty where nobody said.
  weight text not null default ''
    constraint items_weight_is_pounds check (weight ~ '^(\d{1,3}(\.\d{1,2})?)?$'),
  -- What is no longer lent is archived: it leaves lists and searches, and its orders, cases and history stay.
  -- Null for an archived title: what asks for titles in stock, or for those out of it, finds neither, by the indexes there are.
  -- An older PostgreSQL cannot change how a stored column is counted: it is made again, with all that leans on it.
  archived_at timestamptz,
  is_in_stock boolean generated always as (
  case when archived_at is null then active_copies - checked_out - requested + shortfall > 0 end) stored,
  -- Who made a title, when it was published, and how long it is, as people say it; empty where nobody said.
  author text not null default '' check (char_length(author) <= 300),
  published_year text not null default '' check (published_year ~ '^(\d{4})?$'),
  extent text not null default '' check (char_length(extent) <= 100),
  -- Results can be sorted by newest and by most borrowed. How often copies of a title were lent is counted by a job: counted in
  -- each loan's transaction, loans of a common title would wait for each other, and nobody sorts by the last minute.
  times_lent integer not null default 0,
  -- Of a title with bookings: how many copies are on the shelf now and cannot be lent for a usual loan, because they are
  -- booked before it would be over. Null: no order with days is open for it.
  booked_soon integer,
  constraint items_times_lent_check check (times_lent >= 0)
) with (fillfactor = 80);
create unique index items_reference_number_key on items (lower(reference_number));
create index items_recent on items (created_at desc, item_id desc);
create index items_of_attachment on items (attachment_id) where attachment_id is not null;
create index items_words on items using gin (words_of(title || ' ' || reference_number));
-- Titles by what is left without spaces and punctuation: those that look alike have the same. It is on the stored text
-- that the trigger makes, without accents, case, and the first article.
create index items_alike on items (regexp_replace(sort_title, '[^[:alnum:]]+', '', 'g'));
create index items_in_stock_by_title on items (sort_title, item_id) where is_in_stock;
create index items_out_of_stock_by_title on items (sort_title, item_id) where not is_in_stock;
create index items_archived_by_title on items (sort_title, item_id) where is_in_stock is null;
create index items_filters on items (category_id, subject_id, grade_mask, is_in_stock);
create index items_reference_number_begins on items (lower(reference_number) text_pattern_ops);
create index items_search on items using gin (search);
-- Where most copies have no label, the first of them by title are found by walking here.
create index items_by_title on items (sort_title, item_id) where is_in_stock is not null;
-- In stock first, read backward.
create index items_by_age on items (is_in_stock, created_at, item_id);
-- In stock first, read backward.
create index items_by_loans on items (is_in_stock, times_lent, item_id desc);
-- Everything that titles are narrowed by: counting it reads this, and not the titles.
create index items_by_facets on items
  (category_id, subject_id, grade_mask, language, published_year, publisher, is_in_stock);

-- The words that a typing error may have meant are all that a title is searched by.
create function items_learn_words() returns trigger language plpgsql as $$
begin
  if current_setting('library.words_are_known', true) = 'yes' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform learn_words(string_agg(concat_ws(' ', title, tags, author, publisher, description), ' ')) from inserted;
  else
    perform learn_words(concat_ws(' ', new.title, new.tags, new.author, new.publisher, new.description));
  end if;
  return null;
end $$;
create trigger items_learn_words after insert on items
  referencing new table as inserted for each statement execute function items_learn_words();

create function items_note_retitled() returns trigger language plpgsql as $$
begin
  insert into retitled_items (item_id) values (new.item_id) on conflict do nothing;
  return null;
end $$;
create trigger items_note_retitled after update of title, reference_number on items for each row
  when (old.title <> new.title or old.reference_number <> new.reference_number) execute function items_note_retitled();

-- Words apart from all signs, as a search is read, so that "COVID-19" and "covid 19" are the same.
create function searched_text(text) returns text language plpgsql stable as
  $$ begin return regexp_replace(unaccent($1), '[^[:alnum:]]+', ' ', 'g'); end $$;

-- A word that says nothing, for a place without a word.
create function filler_of(config regconfig) returns text language sql immutable as
  $$ select case config::text when 'spanish' then ' de ' else ' the ' end $$;

-- A word has a place in the index for each time that it is said, so a description that repeats itself a hundred times made its title
-- dear to save, and every search that finds it. What repeats is left out, and every phrase of up to eight words is still found: a word
-- goes only where each run of eight words with it was there before. "the" or "de" takes its place, so that no others become neighbors.
create function without_repeats(text, filler text) returns text language sql immutable as $$
  with words as (
    select word, place from regexp_split_to_table($1, ' ') with ordinality as one (word, place)
  ), runs as (
    select word, place, string_agg(word, ' ') over (order by place rows between current row and 7 following) as run from words
  ), read as (
    select word, place, row_number() over (partition by run order by place) = 1 as is_new from runs
  ), kept as (
    select word, place, bool_or(is_new) over (order by place rows between 7 preceding and current row) as is_kept from read
  )
  select string_agg(case when is_kept then word else filler end, ' ' order by place) from kept
$$;

-- The words of a description; nearly all of them say no word twenty times.
create function words_of_description(config regconfig, description text) returns tsvector language plpgsql stable as $$
declare
  words tsvector := to_tsvector(config, description);
begin
  if exists (select from unnest(words) where cardinality(positions) > 20) then
    return to_tsvector(config, without_repeats(description, btrim(filler_of(config))));
  end if;
  return words;
end $$;

-- Tags are apart, so that no phrase goes from one to the next: "Teenagers, Parent and child" is not about teenage parents.
create function items_words(title text, tags text, author text, publisher text, description text, language text)
  returns tsvector language sql stable as $$
  select setweight(to_tsvector(config, searched_text(title)), 'A') || setweight(to_tsvector(config, searched_text(regexp_replace(tags, '[,;|]', filler_of(config), 'g'))), 'B')
    || setweight(to_tsvector(config, searched_text(author || ' ' || publisher)), 'C')
    || setweight(words_of_description(config, searched_text(replace(description, ';', filler_of(config)))), 'D')
  from (select (case language when 'es' then 'spanish' else 'english' end)::regconfig as config) as own
$$;

-- The author is looked through as the publisher is.
create function items_derive() returns trigger language plpgsql as $$
begin
  new.sort_title := lower(regexp_replace(unaccent(new.title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'));
  new.search := items_words(new.title, new.tags, new.author, new.publisher, new.description, new.language);
  return new;
end $$;
create trigger items_derive_of_codes before update of category_id, grade_mask on items
  for each row execute function items_derive();

-- A title with every bit of 63 is for all grades, those that are added later, too; bit 30 beside them says that it is for
-- just these grades (contract/titles/grade-masks.ts).
create function words_of_codes(category smallint, subject smallint, mask integer) returns tsvector
  language sql stable as $$
  select array_to_tsvector(array_agg(distinct lexeme)) from (
    select unnest(lexemes) from categories where category_id = category
    union all select unnest(lexemes) from subjects where subject_id = subject
    union all select unnest(lexemes) from grades
      where (mask & 1073741887) = 63 or (grade_id <> 63 and (mask & grade_id) <> 0)
  ) as named (lexeme)
$$;

-- What the category of a title is called is looked up for the words of a search, not kept in every title: "book" matched
-- nine of ten titles, and each of them was read and ranked. The names of its subject and grades stay with it.
create function items_search_codes() returns trigger language plpgsql as $$
begin
  new.search := new.search || words_of_codes(null, new.subject_id, new.grade_mask);
  return new;
end $$;
create trigger items_search_codes before insert on items for each row execute function items_search_codes();
create trigger items_search_codes_again before update on items
  for each row when (new.search is distinct from old.search) execute function items_search_codes();
create trigger items_derive
  before insert or update of title, description, tags, subject_id, author, publisher, language on items
  for each row execute function items_derive();
create trigger items_learn_changed_words after update of title, tags, author, publisher, description on items
  for each row execute function items_learn_words();

-- Where only counts changed and a title neither came in stock nor went out, lists have the same titles in the same order.
create function note_answer_change_of_title() returns trigger language plpgsql as $$
begin
  old.active_copies := new.active_copies;
  old.checked_out := new.checked_out;
  old.requested := new.requested;
  old.booked_soon := new.booked_soon;
  old.shortfall := new.shortfall;
  old.in_stock := new.in_stock;
  insert into answer_changes (what, item_id) values (case when old *= new then 'counts' else 'lists' end, new.item_id);
  return null;
end $$;
create trigger items_change_answers after update on items
  for each row execute function note_answer_change_of_title();

-- An index of the titles in a process follows what changed by the ids of titles, those of new ones included. So many at once that
-- it would be filled again are one note.
create function note_answer_change_of_new_titles() returns trigger language plpgsql as $$
begin
  if (select count(*) from inserted) > 1000 then
    insert into answer_changes (what) values ('everything');
  else
    insert into answer_changes (what, item_id) select 'lists', item_id from inserted;
  end if;
  return null;
end $$;
create trigger new_items_change_answers after insert on items referencing new table as inserted
  for each statement execute function note_answer_change_of_new_titles();
create trigger deleted_items_change_answers after delete or truncate on items
  for each statement execute function note_answer_change('everything');

-- Copies that are requested: places that wait for one now, copies on hold, and places booked soon.
create function stock_of(title integer, soon integer) returns table (checked_out integer, requested integer, "out" integer)
language sql stable parallel safe as $$
  select
    (select count(*) from assignments where assignments.item_id = title and released_at is null)::integer,
    (coalesce((
      select sum(order_lines.quantity - (
        select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null
      ))
      from order_lines
      where order_lines.item_id = title and (select status_id from orders where orders.order_id = order_lines.order_id) in (1, 2)
        and (soon is null or (select true from line_days where line_days.order_line_id = order_lines.order_line_id) is null)
    ), 0) + (
      select count(*) from queue_offers where queue_offers.item_id = title and closed_at is null
    ) + coalesce(soon, 0))::integer,
    (
      select count(*) from assignments where assignments.item_id = title and released_at is null
        and (select status_id from orders where orders.order_id = assignments.order_id) = 3
    )::integer
$$;

-- Requested is what the count leaves out: places without days that wait for a copy, held copies, and what is booked soon.
create view circulation_stock as
select item_id, stock.checked_out, stock.requested, stock.out
from items cross join lateral stock_of(item_id, booked_soon) as stock;

-- Every word of the catalogue once, so that a mistyped word finds its neighbours.
create table search_words (
  word text primary key
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
-- Two errors are looked for among the words that begin alike.
create index search_words_alike on search_words (left(word, 1), char_length(word));

create trigger learned_words_change_answers after update or delete or truncate on search_words
  for each statement execute function note_answer_change('lists');

-- What teachers type and titles say otherwise: words of one meaning, in English and Spanish; what is typed for them, and
-- means something else in titles; and broader words, for what few titles are about. Staff change the entries.
create table thesaurus_entries (
  entry_id integer generated always as identity primary key,
  -- separated by commas, as staff type them
  words text not null check (words <> '' and char_length(words) <= 500),
  also_typed text not null default '' check (char_length(also_typed) <= 500),
  broader text not null default '' check (char_length(broader) <= 500),
  version integer not null default 1,
  changed_by integer references accounts,
  changed_at timestamptz
);

-- A word or phrase of a search, in the forms of both languages; of a word that says nothing in one of them, the other's. The
-- Spanish stems take "mujer" for a verb, so that its plural would be another word.
create function searched_query(text) returns tsquery language sql stable as $$
  select coalesce(string_agg(distinct '(' || form::text || ')', ' | ') filter (where numnode(form) > 0), '')::tsquery
  from (values
    (phraseto_tsquery('english', $1)), (phraseto_tsquery('spanish', $1)),
    (case when $1 ~ '^[^ ]{3,}[rldnjz]es$' then phraseto_tsquery('spanish', left($1, -2)) end),
    (case when $1 ~ '^[^ ]{4,}[rldnj]$' then phraseto_tsquery('spanish', $1 || 'es') end)
  ) as forms (form)
$$;

-- What is typed of several words is known in all its forms, as "panic attacks" is of "panic attack"; of a single word, and of what
-- says no more than one, a form may mean something else: "blues" is not blue.
create function thesaurus_derive() returns trigger language plpgsql as $$
begin
  delete from thesaurus_words using changed where thesaurus_words.entry_id = changed.entry_id;
  insert into thesaurus_words (entry_id, kind, place, word, plain, english, spanish, query)
    select changed.entry_id, kind, place, btrim(word), plain,
      case when kind = 'typed' and numnode(phraseto_tsquery('english', plain)) < 2 then '' else phraseto_tsquery('english', plain)::text end,
      case when kind = 'typed' and numnode(phraseto_tsquery('spanish', plain)) < 2 then '' else phraseto_tsquery('spanish', plain)::text end,
      case when position(' ' in plain) > 0 and numnode(phraseto_tsquery('english', plain)) < 2 then ''
        else searched_query(plain)::text end
    from changed
      cross join lateral (values ('word', changed.words), ('typed', changed.also_typed), ('broader', changed.broader)) as list (kind, words)
      cross join unnest(string_to_array(list.words, ',')) with ordinality as one (word, place)
      cross join lateral (select btrim(lower(searched_text(word))) as plain) as read
    where plain <> '';
  return null;
end $$;
create trigger thesaurus_derive_added after insert on thesaurus_entries
  referencing new table as changed for each statement execute function thesaurus_derive();
create trigger thesaurus_derive_changed after update on thesaurus_entries
  referencing new table as changed for each statement execute function thesaurus_derive();

-- Derived from the entries, as a search looks them up.
create table thesaurus_words (
  entry_id integer not null references thesaurus_entries on delete cascade,
  kind text not null check (kind in ('word', 'typed', 'broader')),
  place smallint not null,
  word text not null,
  -- as the index has it: lower case, without signs
  plain text not null,
  -- its forms in both languages; empty of what is only known as it is written
  english text not null,
  spanish text not null,
  query text not null,
  primary key (entry_id, kind, place)
);
create index thesaurus_words_plain on thesaurus_words (plain);
create index thesaurus_words_english on thesaurus_words (english) where english <> '';
create index thesaurus_words_spanish on thesaurus_words (spanish) where spanish <> '';
-- A mistyped word may be meant as one word of a phrase of the thesaurus: looked up, instead of reading all phrases.
create index thesaurus_words_parts on thesaurus_words using gin (string_to_array(plain, ' '));

create trigger thesaurus_change_answers after insert or update or delete or truncate on thesaurus_words
  for each statement execute function note_answer_change('everything');

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
  state text not null,
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
  -- {removed, restored, copies}: what was taken back; null before the first time
  undone jsonb,
  undone_by integer references accounts,
  -- [{field, word, rows, value}]: the words of the last check that the library does not have, most frequent first
  words jsonb not null default '[]',
  constraint imports_state_check check (
  state in ('uploading', 'matching', 'checking', 'checked', 'saving', 'saved', 'undoing', 'undone', 'cancelled', 'failed')
    )
);
create index imports_latest on imports (uploaded_at desc, import_id desc);
create index imports_with_files on imports (uploaded_at) where is_file_kept;

-- The file in pieces, so that any instance can read it and none has to hold it whole.
create table import_chunks (
  import_id integer not null references imports on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);
alter table import_chunks alter column bytes set storage external;

-- read once or twice: not worth compressing

-- What the dry run made of each row that has something in it.
create table import_rows (
  import_id integer not null references imports on delete cascade,
  -- as a spreadsheet counts: the header is row 1
  row_number integer not null,
  outcome text not null,
  -- the SKU it is to have; null while none was made for it
  sku text,
  category_id smallint,
  -- the title as it is to be kept; null for a faulty row
  draft jsonb,
  -- [{column, message}]
  faults jsonb,
  -- the title of the library that a row looks like, as found by the check
  like_item_id integer,
  primary key (import_id, row_number),
  constraint import_rows_outcome_check
  check (outcome in ('add', 'change', 'same', 'skip', 'fault'))
);
create index import_rows_by_outcome on import_rows (import_id, outcome, row_number);
create index import_rows_alike on import_rows (import_id, row_number) where like_item_id is not null;

-- One import writes at a time: whoever holds this row. It is free again when its transaction ends, however it ends.
create table import_turn (
  only_one boolean primary key default true check (only_one)
);

-- What a saved import did to each title, so that it can be taken back. A line goes when that was done, or with its title.
create table imported_titles (
  import_id integer not null references imports on delete cascade,
  row_number integer not null,
  item_id integer not null references items on delete cascade,
  kind text not null,
  -- the title's version since: with another one, somebody has changed it
  version integer not null,
  -- the copies that it added: their number, and the copy number of the first one
  copies integer not null,
  first_copy integer not null,
  -- [{number, sku, isInactive, reason}]: the copies of the row that differ from their title
  details jsonb,
  -- of a changed title: its fields, its version and those copies as they were
  was jsonb,
  -- why the last undo left it
  kept text,
  primary key (import_id, row_number),
  constraint imported_titles_kind_check check (kind in ('added', 'changed')),
  constraint imported_titles_check check ((was is not null) = (kind = 'changed'))
);
create index imported_titles_of_item on imported_titles (item_id);

-- What a word of a file means that the library does not have. Said once; every import reads it so.
create table import_words (
  field text not null check (field in ('category', 'subject', 'grade', 'language')),
  -- as it is compared: lower case, single spaces
  word text not null,
  -- as a file of this library would say it; empty: nothing
  value text not null,
  primary key (field, word)
);

-- What an instance answered is the same until a title, or what titles are found and named by, changes. Each change is noted in a
-- row of its own, in its transaction, so that nobody waits for anybody. An instance reads the rows that the snapshot which it
-- saw last did not: by the transaction that wrote them, because no clock and no sequence follows the order of commits.
create table answer_changes (
  xact xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default now(),
  -- counts: of this title. lists: this title, if any, and every list of titles. everything: whatever was answered.
  -- trimmed: older rows are gone, up to this transaction.
  what text not null check (what in ('counts', 'lists', 'everything', 'trimmed')),
  item_id integer,
  trimmed_to xid8
);
create index answer_changes_by_xact on answer_changes (xact);

-- What begins with each word of a text. A short number is meant as a whole: SKU 48 is not SKU 480.
create function words_like(text, mark text default '') returns tsquery language sql immutable strict parallel safe
  return (
    select string_agg(quote_literal(mark || word) || case when word ~ '^[0-9]{1,6}$' then '' else ':*' end, ' & ')::tsquery
    from unnest(words_in($1)) as word
  );

-- PostgreSQL takes comparing a title with a search of many words for cheap, and would read all titles. This is always true,
-- and says what it costs.
create function worth_an_index(tsvector) returns boolean language plpgsql stable cost 300 as $$ begin return true; end $$;
