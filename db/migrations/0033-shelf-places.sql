-- Where a title stands, in the library's own words; empty where nobody said.
alter table items add column shelf_place text not null default '' check (char_length(shelf_place) <= 40);
-- Rows that were checked and not saved yet know nothing of it.
update import_rows set draft = '{"shelfPlace": ""}'::jsonb || draft where draft is not null;
