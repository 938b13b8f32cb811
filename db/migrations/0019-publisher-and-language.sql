-- Who published a title, and the language it is in, as a primary tag of BCP 47; empty where nobody said.

alter table items add column publisher text not null default '' check (char_length(publisher) <= 300);
alter table items add column language text not null default '' check (language ~ '^([a-z]{2,3})?$');

-- The publisher is looked through as the description is: it finds a title, and says nothing about how well it fits.
create or replace function items_derive() returns trigger language plpgsql as $$
begin
  new.sort_title := lower(regexp_replace(unaccent(new.title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'));
  new.headline :=
    setweight(to_tsvector('english', unaccent(new.title)), 'A') ||
    setweight(to_tsvector('english', unaccent(new.tags || ' ' || (select subject_name from subjects where subject_id = new.subject_id))), 'C');
  new.search := strip(new.headline || to_tsvector('english', unaccent(new.description || ' ' || new.publisher)));
  return new;
end $$;

drop trigger items_derive on items;
create trigger items_derive before insert or update of title, description, tags, subject_id, publisher on items
  for each row execute function items_derive();

-- Rows that were checked and not saved yet know nothing of the two.
update import_rows set draft = '{"publisher": "", "language": ""}'::jsonb || draft where draft is not null;
