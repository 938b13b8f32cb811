-- The catalog: titles, their search words, synonyms, and imports.

create table categories (
  category_id smallint primary key,
  category_name text not null unique,
  -- search words for titles of the category, in English and Spanish
  lexemes text[] not null default '{}'
);

create table subjects (
  subject_id smallint primary key,
  subject_name text not null,
  lexemes text[] not null default '{}',
  -- Managers change names in both languages, other search words, the order, and whether it's still offered. Nothing
  -- is deleted.
  position smallint not null,
  name_in_spanish text not null default '',
  also_called text not null default '',
  is_hidden boolean not null default false,
  -- Deferrable, because one save may swap two names or positions. Exclusion, not unique: a rename must not wait for an
  -- import that references the subject.
  constraint subjects_subject_name_key exclude (subject_name with =) deferrable,
  constraint subjects_position_key exclude (position with =) deferrable
);

-- Adds the words of titles for spelling correction: once for all rows of an insert, and by row for updates, because every
-- order updates items.
create function learn_words(text) returns void language sql as $$
  insert into search_words (word)
  select word from (select distinct regexp_split_to_table(lower(unaccent($1)), '[^[:alnum:]]+') as word) as words
  where char_length(word) between 3 and 30 and word !~ '^[0-9]+$'
  order by word -- so that two saves at once can't deadlock
  on conflict do nothing
$$;

-- Search words of subjects and grades follow from their names. A job updates their titles.
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

-- grade_id is a power of two; "All grades" is the mask of the six original ones.
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

-- Each list is saved as a whole, so it has one version.
create table code_lists (
  list text primary key check (list in ('subjects', 'grades')),
  version integer not null default 0,
  changed_by integer references accounts
);

-- Pictures of titles and news. The same content is stored once, under its hash.
create table attachments (
  attachment_id integer generated always as identity primary key,
  -- the hash of the uploaded bytes and of the encoding; it names the stored files
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{32}$'),
  file_name text not null,
  -- the size of the upload, upright, in pixels
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- the stored widths, ascending, in pixels
  widths integer[] not null check (cardinality(widths) > 0),
  uploaded_at timestamptz not null default now()
);
create index attachments_by_age on attachments (uploaded_at);

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
  -- Stock, written only by stock.queries.ts, in the transaction that changes the rows it's counted from. Staff may knowingly
  -- commit more than there is (reopen an order, retire a copy): that is the shortfall, the only exception to the check
  -- that stock never falls below zero.
  active_copies integer not null default 0 check (active_copies >= 0),
  checked_out integer not null default 0 check (checked_out >= 0),
  requested integer not null default 0 check (requested >= 0),
  shortfall integer not null default 0 check (shortfall >= 0),
  in_stock integer not null generated always as (active_copies - checked_out - requested + shortfall) stored,
  constraint items_stock_never_below_zero check (active_copies - checked_out - requested + shortfall >= 0),
  constraint items_shortfall_only_when_empty check (shortfall = 0 or active_copies - checked_out - requested + shortfall = 0),
  -- derived by a trigger
  sort_title text not null default '',
  -- everything a search reads; derived by a trigger
  search tsvector not null default '',
  attachment_id integer references attachments,
  attachment_alt text not null default '',
  changed_by integer references accounts,
  -- the language as a primary tag of BCP 47; both are empty if unknown
  publisher text not null default '' check (char_length(publisher) <= 300),
  language text not null default '' check (language ~ '^([a-z]{2,3})?$'),
  replacement_cost text not null default ''
    constraint items_replacement_cost_is_an_amount check (replacement_cost ~ '^(\d{1,5}\.\d\d)?$'),
  shelf_location text not null default '' check (char_length(shelf_location) <= 40),
  -- the parts of each copy, like "1 poster; 1 DVD @ 24.50; 30 cards"; empty if it's a single piece
  parts text not null default '' check (char_length(parts) <= 1000),
  -- in pounds, like "2.5"; empty if unknown
  weight text not null default ''
    constraint items_weight_is_pounds check (weight ~ '^(\d{1,3}(\.\d{1,2})?)?$'),
  -- Archived titles leave lists and searches; their orders, claims, and history stay. Their is_in_stock is null, so neither
  -- titles in stock nor titles out of stock include them.
  archived_at timestamptz,
  is_in_stock boolean generated always as (
    case when archived_at is null then active_copies - checked_out - requested + shortfall > 0 end) stored,
  isbn text not null default '' constraint items_isbn_has_13_digits check (isbn ~ '^(97[89]\d{10})?$'),
  author text not null default '' check (char_length(author) <= 300),
  published_year text not null default '' check (published_year ~ '^(\d{4})?$'),
  extent text not null default '' check (char_length(extent) <= 100),
  -- Counted by a job: counted by each loan, loans of a popular title would wait for each other.
  times_lent integer not null default 0,
  -- copies on the shelf that are reserved within the next loan period; null: the title has no open order with dates
  reserved_soon integer,
  constraint items_times_lent_check check (times_lent >= 0)
) with (fillfactor = 80);
create unique index items_reference_number_key on items (lower(reference_number));
create index items_recent on items (created_at desc, item_id desc);
create index items_of_attachment on items (attachment_id) where attachment_id is not null;
create index items_words on items using gin (words_of(title || ' ' || reference_number));
-- Finds titles that look alike: the stored sort title without spaces and punctuation.
create index items_duplicates on items (regexp_replace(sort_title, '[^[:alnum:]]+', '', 'g'));
create index items_by_stock on items (is_in_stock desc, sort_title, item_id);
create index items_filters on items (category_id, subject_id, grade_mask, is_in_stock);
create index items_reference_number_begins on items (lower(reference_number) text_pattern_ops);
create index items_isbn on items (isbn) where isbn <> '';
create index items_search on items using gin (search);
-- For labels: copies without one, by title.
create index items_by_title on items (sort_title, item_id) where is_in_stock is not null;
-- In stock first, read backward.
create index items_by_age on items (is_in_stock, created_at, item_id);
-- In stock first, read backward.
create index items_by_loans on items (is_in_stock, times_lent, item_id desc);
-- Counts of filters read only this index.
create index items_by_facets on items
  (category_id, subject_id, grade_mask, language, published_year, publisher, is_in_stock);
-- To find the other spellings of a publisher.
create index items_publisher on items (publisher);

-- Spelling correction knows every word that a search reads.
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

-- Separates words from punctuation, as queries are, so that "COVID-19" and "covid 19" are the same.
create function searched_text(text) returns text language plpgsql stable as
  $$ begin return regexp_replace(unaccent($1), '[^[:alnum:]]+', ' ', 'g'); end $$;

-- The same for names of publishers that differ only in spelling: "The U.S. Dept. of Health & Welfare" is "United States
-- Department of Health and Welfare".
create function publisher_key(text) returns text language sql stable as $$
  select coalesce(nullif(regexp_replace(regexp_replace(regexp_replace(
    ' ' || btrim(lower(searched_text(replace($1, '&', ' and ')))) || ' ', ' (united states|u s) ', ' us '), ' dept ', ' department '), '^ the | ', '', 'g'), ''), $1)
$$;

-- All spellings of publishers that titles have. It reads one row for each publisher, not for each title.
create function publisher_spellings(text[]) returns setof text language sql stable as $$
  with recursive names as (
    (select publisher from items order by publisher limit 1)
    union all
    select (select items.publisher from items where items.publisher > names.publisher order by items.publisher limit 1)
    from names where names.publisher is not null
  )
  select publisher from names
  where publisher <> '' and publisher_key(publisher) in (select publisher_key(name) from unnest($1) as name)
$$;

-- A stop word, to fill the position of a word that was left out.
create function filler_of(config regconfig) returns text language sql immutable as
  $$ select case config::text when 'spanish' then ' de ' else ' the ' end $$;

-- Each occurrence of a word has a position in the index, so repetitive descriptions make titles slow to save and to search.
-- Leaves out repetition, but keeps every phrase of up to eight words: a word is dropped only if each run of eight words
-- around it occurred before. A stop word takes its position, so that its neighbors don't become a phrase.
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

-- Few descriptions repeat a word more than twenty times.
create function words_of_description(config regconfig, description text) returns tsvector language plpgsql stable as $$
declare
  words tsvector := to_tsvector(config, description);
begin
  if exists (select from unnest(words) where cardinality(positions) > 20) then
    return to_tsvector(config, without_repeats(description, btrim(filler_of(config))));
  end if;
  return words;
end $$;

-- Stop words separate tags, so that no phrase spans two of them: "Teenagers, Parent and child" isn't about teenage parents.
create function items_words(title text, tags text, author text, publisher text, description text, language text)
  returns tsvector language sql stable as $$
  select setweight(to_tsvector(config, searched_text(title)), 'A') || setweight(to_tsvector(config, searched_text(regexp_replace(tags, '[,;|]', filler_of(config), 'g'))), 'B')
    || setweight(to_tsvector(config, searched_text(author || ' ' || publisher)), 'C')
    || setweight(words_of_description(config, searched_text(replace(description, ';', filler_of(config)))), 'D')
  from (select (case language when 'es' then 'spanish' else 'english' end)::regconfig as config) as own
$$;

create function items_derive() returns trigger language plpgsql as $$
begin
  new.sort_title := lower(regexp_replace(unaccent(new.title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'));
  new.search := items_words(new.title, new.tags, new.author, new.publisher, new.description, new.language);
  return new;
end $$;
create trigger items_derive_of_codes before update of category_id, grade_mask on items
  for each row execute function items_derive();

-- A title with all bits of 63 is for all grades, including later ones; bit 30 means "just these grades"
-- (contract/catalog/grade-masks.ts).
create function words_of_codes(category smallint, subject smallint, mask integer) returns tsvector
  language sql stable as $$
  select array_to_tsvector(array_agg(distinct lexeme)) from (
    select unnest(lexemes) from categories where category_id = category
    union all select unnest(lexemes) from subjects where subject_id = subject
    union all select unnest(lexemes) from grades
      where (mask & 1073741887) = 63 or (grade_id <> 63 and (mask & grade_id) <> 0)
  ) as named (lexeme)
$$;

-- The names of its subject and grades are part of a title's words. That of its category isn't: "book" would match most
-- titles.
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

-- Counts the copies that are taken: assigned ones, order lines that wait for a copy, holds, and reservations within the next
-- loan period.
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
        and (soon is null or (select true from order_line_dates where order_line_dates.order_line_id = order_lines.order_line_id) is null)
    ), 0) + (
      select count(*) from waitlist_offers where waitlist_offers.item_id = title and closed_at is null
    ) + coalesce(soon, 0))::integer,
    (
      select count(*) from assignments where assignments.item_id = title and released_at is null
        and (select status_id from orders where orders.order_id = assignments.order_id) = 3
    )::integer
$$;

-- The expected counts of each title, which the nightly check compares with the stored ones.
create view circulation_stock as
select item_id, stock.checked_out, stock.requested, stock.out
from items cross join lateral stock_of(item_id, reserved_soon) as stock;

-- Every word of the catalog once, for spelling correction.
create table search_words (
  word text primary key
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
-- Corrections of two letters are looked up among words with the same beginning.
create index search_words_alike on search_words (left(word, 1), char_length(word));

-- Synonyms in English and Spanish; words that are only typed, because in titles they mean something else; and broader words,
-- for when few titles are found. Staff edit them; db/synonyms.csv has the first ones.
create table synonym_groups (
  entry_id integer generated always as identity primary key,
  -- separated by commas
  words text not null check (words <> '' and char_length(words) <= 500),
  also_typed text not null default '' check (char_length(also_typed) <= 500),
  broader text not null default '' check (char_length(broader) <= 500),
  version integer not null default 1,
  changed_by integer references accounts,
  changed_at timestamptz
);

-- A word or phrase as a query in both languages. Where it's a stop word in one, only the other counts. "mujer" is stemmed
-- like a verb in Spanish, so its plural is handled here.
create function searched_query(text) returns tsquery language sql stable as $$
  select coalesce(string_agg(distinct '(' || form::text || ')', ' | ') filter (where numnode(form) > 0), '')::tsquery
  from (values
    (phraseto_tsquery('english', $1)), (phraseto_tsquery('spanish', $1)),
    (case when $1 ~ '^[^ ]{3,}[rldnjz]es$' then phraseto_tsquery('spanish', left($1, -2)) end),
    (case when $1 ~ '^[^ ]{4,}[rldnj]$' then phraseto_tsquery('spanish', $1 || 'es') end)
  ) as forms (form)
$$;

-- Typed phrases match in all their forms, like "panic attacks" for "panic attack". Single typed words match exactly, because
-- a form may mean something else: "blues" isn't blue.
create function synonym_derive() returns trigger language plpgsql as $$
begin
  delete from synonym_words using changed where synonym_words.entry_id = changed.entry_id;
  insert into synonym_words (entry_id, kind, place, word, plain, english, spanish, query)
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
create trigger synonym_derive_added after insert on synonym_groups
  referencing new table as changed for each statement execute function synonym_derive();
create trigger synonym_derive_changed after update on synonym_groups
  referencing new table as changed for each statement execute function synonym_derive();

-- Derived from the entries for lookup by a search.
create table synonym_words (
  entry_id integer not null references synonym_groups on delete cascade,
  kind text not null check (kind in ('word', 'typed', 'broader')),
  place smallint not null,
  word text not null,
  -- as in the index: lower case, without punctuation
  plain text not null,
  -- stems in both languages; empty for words that only match exactly
  english text not null,
  spanish text not null,
  query text not null,
  primary key (entry_id, kind, place)
);
create index synonym_words_plain on synonym_words (plain);
create index synonym_words_english on synonym_words (english) where english <> '';
create index synonym_words_spanish on synonym_words (spanish) where spanish <> '';
-- Spelling correction looks up the words of phrases.
create index synonym_words_parts on synonym_words using gin (string_to_array(plain, ' '));

-- Matches each word's beginning. A short number must match exactly: SKU 48 isn't SKU 480. An apostrophe joins its
-- words: O'Brien is also written OBrien.
create function words_like(text, mark text default '') returns tsquery language sql immutable strict parallel safe
  return (
    select string_agg(quote_literal(mark || word) || case when word ~ '^[0-9]{1,6}$' then '' else ':*' end, ' & ')::tsquery
    from unnest(words_in(regexp_replace($1, '([[:alnum:]])[''’ʼ`´](?=[[:alnum:]])', '\1', 'g'))) as word
  );

-- Always true. PostgreSQL underestimates matching many words and would read all titles; this tells it the cost.
create function worth_an_index(tsvector) returns boolean language plpgsql stable cost 300 as $$ begin return true; end $$;
