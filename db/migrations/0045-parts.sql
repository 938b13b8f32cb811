-- What each copy of a title consists of, "1 poster; 1 DVD @ 24.50; 30 cards"; empty where it is one thing.
alter table items add column parts text not null default '' check (char_length(parts) <= 1000);
-- Rows that were checked and not saved yet know nothing of it.
update import_rows set draft = '{"parts": ""}'::jsonb || draft where draft is not null;
