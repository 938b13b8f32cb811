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

-- A word that says nothing, for a place without a word.
create function filler_of(config regconfig) returns text language sql immutable as
  $$ select case config::text when 'spanish' then ' de ' else ' the ' end $$;

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

create or replace function items_words(title text, tags text, author text, publisher text, description text, language text)
  returns tsvector language sql stable as $$
  select setweight(to_tsvector(config, searched_text(title)), 'A') || setweight(to_tsvector(config, searched_text(regexp_replace(tags, '[,;|]', filler_of(config), 'g'))), 'B')
    || setweight(to_tsvector(config, searched_text(author || ' ' || publisher)), 'C')
    || setweight(words_of_description(config, searched_text(replace(description, ';', filler_of(config)))), 'D')
  from (select (case language when 'es' then 'spanish' else 'english' end)::regconfig as config) as own
$$;
