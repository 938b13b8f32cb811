-- What a title is searched by has the forms of its own language, places for phrases, and a weight for each field: A the
-- title, B its tags, C author and publisher, D the description. The names of its subject and grades follow without a place.

create extension if not exists fuzzystrmatch;

-- Words apart from all signs, as a search is read, so that "COVID-19" and "covid 19" are the same.
create function searched_text(text) returns text language plpgsql stable as
  $$ begin return regexp_replace(unaccent($1), '[^[:alnum:]]+', ' ', 'g'); end $$;

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

-- PostgreSQL takes comparing a title with a search of many words for cheap, and would read all titles. This is always true,
-- and says what it costs.
create function worth_an_index(tsvector) returns boolean language plpgsql stable cost 300 as $$ begin return true; end $$;

create function items_words(title text, tags text, author text, publisher text, description text, language text)
  returns tsvector language sql stable as $$
  select setweight(to_tsvector(config, searched_text(title)), 'A') || setweight(to_tsvector(config, searched_text(tags)), 'B')
    || setweight(to_tsvector(config, searched_text(author || ' ' || publisher)), 'C')
    || setweight(to_tsvector(config, searched_text(description)), 'D')
  from (select (case language when 'es' then 'spanish' else 'english' end)::regconfig as config) as own
$$;

create or replace function items_derive() returns trigger language plpgsql as $$
begin
  new.sort_title := lower(regexp_replace(unaccent(new.title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'));
  new.search := items_words(new.title, new.tags, new.author, new.publisher, new.description, new.language);
  return new;
end $$;
drop trigger items_derive on items;
create trigger items_derive
  before insert or update of title, description, tags, subject_id, author, publisher, language on items
  for each row execute function items_derive();

create or replace function items_search_codes() returns trigger language plpgsql as $$
begin
  new.search := new.search || words_of_codes(null, new.subject_id, new.grade_mask);
  return new;
end $$;

-- The words that a typing error may have meant are all that a title is searched by.
create or replace function items_learn_words() returns trigger language plpgsql as $$
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
drop trigger items_learn_changed_words on items;
create trigger items_learn_changed_words after update of title, tags, author, publisher, description on items
  for each row execute function items_learn_words();
insert into search_words (word)
  select distinct word from items,
    regexp_split_to_table(lower(unaccent(concat_ws(' ', author, publisher, description))), '[^[:alnum:]]+') as word
  where char_length(word) between 3 and 30 and word !~ '^[0-9]+$'
  on conflict do nothing;

-- Two errors are looked for among the words that begin alike.
create index search_words_alike on search_words (left(word, 1), char_length(word));
create index items_reference_number_begins on items (lower(reference_number) text_pattern_ops);

-- Without the index, every row is written once; the trigger adds the names again.
drop index items_search;
alter table items drop column headline;
update items set search = items_words(title, tags, author, publisher, description, language);
create index items_search on items using gin (search);
