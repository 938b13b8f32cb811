-- The collection: items (titles) and their physical copies, and the codes that sort them.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table categories (
  category_id smallint primary key,
  category_name text not null unique
);

create table subjects (
  subject_id smallint primary key,
  subject_name text not null unique
);

-- grade_id is a power of two; the first row, "All grades", is the full mask.
create table grades (
  grade_id integer primary key,
  grade_name text not null unique,
  position smallint not null unique
);

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
  -- title, tags and subject: what relevance is judged by
  headline tsvector not null default '',
  -- all that is looked through
  search tsvector not null default ''
);
create unique index items_reference_number_key on items (lower(reference_number));
create index items_recent on items (created_at desc, item_id desc);
create index items_in_stock_by_title on items (sort_title, item_id) where in_stock > 0;
create index items_out_of_stock_by_title on items (sort_title, item_id) where in_stock = 0;
-- Counting a filtered catalogue reads this index alone.
create index items_filters on items (category_id, subject_id, grade_mask, in_stock);
create index items_search on items using gin (search);

create table copies (
  copy_id integer generated always as identity primary key,
  item_id integer not null references items,
  copy_number integer not null check (copy_number > 0),
  sku_number text not null check (char_length(sku_number) between 1 and 6),
  is_inactive boolean not null default false,
  inactive_reason text check (inactive_reason in ('repair', 'lost', 'damaged', 'retired')),
  created_at timestamptz not null default now(),
  unique (item_id, copy_number),
  unique (copy_id, item_id),
  check (inactive_reason is null or is_inactive)
);
create index copies_sku_number on copies (lower(sku_number));

-- Every word of the catalogue once, so that a mistyped word finds its neighbours.
create table search_words (
  word text primary key
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

create function items_derive() returns trigger language plpgsql as $$
begin
  new.sort_title := lower(regexp_replace(unaccent(new.title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'));
  new.headline :=
    setweight(to_tsvector('english', unaccent(new.title)), 'A') ||
    setweight(to_tsvector('english', unaccent(new.tags || ' ' || (select subject_name from subjects where subject_id = new.subject_id))), 'C');
  new.search := strip(new.headline || to_tsvector('english', unaccent(new.description)));
  return new;
end $$;

create trigger items_derive before insert or update of title, description, tags, subject_id on items
  for each row execute function items_derive();

-- Once for all rows of an insert: an import finds most words many times. No trigger may look at all rows of an update
-- of certain columns, and every order updates items, so a changed title is read by itself.
create function learn_words(text) returns void language sql as $$
  insert into search_words (word)
  select word from (select distinct regexp_split_to_table(lower(unaccent($1)), '[^[:alnum:]]+') as word) as words
  where char_length(word) between 3 and 30 and word !~ '^[0-9]+$'
  order by word -- so that two saves at once cannot wait for each other in a circle
  on conflict do nothing
$$;

create function items_learn_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform learn_words(string_agg(title || ' ' || tags, ' ')) from inserted;
  else
    perform learn_words(new.title || ' ' || new.tags);
  end if;
  return null;
end $$;

create trigger items_learn_words after insert on items
  referencing new table as inserted for each statement execute function items_learn_words();
create trigger items_learn_changed_words after update of title, tags on items
  for each row execute function items_learn_words();

insert into categories (category_id, category_name) values (1, 'Book'), (2, 'Video'), (3, 'Audio');

insert into subjects (subject_id, subject_name) values
  (1, 'Comprehensive Health'), (2, 'Alcohol and Other Drugs'), (3, 'Healthy Eating'),
  (4, 'Mental and Emotional Health'), (5, 'Personal Health and Wellness'), (6, 'Physical Activity'), (7, 'Safety'),
  (8, 'Sexual Health'), (9, 'Tobacco'), (10, 'Violence Prevention'), (11, 'HIV Prevention');

insert into grades (grade_id, grade_name, position) values
  (63, 'All grades', 0), (1, 'Preschool', 1), (2, 'Grades K-2', 2), (4, 'Grades 3-5', 3), (8, 'Grades 6-8', 4),
  (16, 'Grades 9-12', 5), (32, 'Adult/Professional', 6);
