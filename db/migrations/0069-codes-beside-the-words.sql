-- What the category and the grades of a title are called is looked up for the words of a search, not kept in every title:
-- "book" matched nine of ten titles, and each of them was read and ranked. The words of its subject stay with it.

drop trigger items_derive_of_codes on items;

create or replace function items_search_codes() returns trigger language plpgsql as $$
begin
  new.search := strip(new.search || (select array_to_tsvector(lexemes) from subjects where subject_id = new.subject_id));
  return new;
end $$;

drop function words_of_codes(smallint, smallint, integer);

-- Without the index, every row is written once; the trigger adds the words of the subject.
drop index items_search;
update items set search = strip(headline || to_tsvector('english', unaccent(description || ' ' || author || ' ' || publisher)));
create index items_search on items using gin (search);
