-- What the category of a title is called is looked up for the words of a search, not kept in every title: "book" matched
-- nine of ten titles, and each of them was read and ranked. The names of its subject and grades stay with it.

create or replace function items_search_codes() returns trigger language plpgsql as $$
begin
  new.search := strip(new.search || words_of_codes(null, new.subject_id, new.grade_mask));
  return new;
end $$;

-- Without the index, every row is written once; the trigger adds the names again.
drop index items_search;
update items set search = strip(headline || to_tsvector('english', unaccent(description || ' ' || author || ' ' || publisher)));
create index items_search on items using gin (search);
