-- Who made a title, when it was published, and how long it is, as people say it; empty where nobody said.

alter table items add column author text not null default '' check (char_length(author) <= 300);
alter table items add column published_year text not null default '' check (published_year ~ '^(\d{4})?$');
alter table items add column extent text not null default '' check (char_length(extent) <= 100);

-- The author is looked through as the publisher is.
create or replace function items_derive() returns trigger language plpgsql as $$
begin
  new.sort_title := lower(regexp_replace(unaccent(new.title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'));
  new.headline :=
    setweight(to_tsvector('english', unaccent(new.title)), 'A') ||
    setweight(to_tsvector('english', unaccent(new.tags || ' ' || (select subject_name from subjects where subject_id = new.subject_id))), 'C');
  new.search := strip(
    new.headline || to_tsvector('english', unaccent(new.description || ' ' || new.author || ' ' || new.publisher)));
  return new;
end $$;

drop trigger items_derive on items;
create trigger items_derive before insert or update of title, description, tags, subject_id, author, publisher on items
  for each row execute function items_derive();

-- Rows that were checked and not saved yet know nothing of the three.
update import_rows set draft = '{"author": "", "publishedYear": "", "extent": ""}'::jsonb || draft where draft is not null;
