-- Titles by what is left without spaces and punctuation: those that look alike have the same. It is on the stored text
-- that the trigger makes, without accents, case, and the first article.
create index items_alike on items (regexp_replace(sort_title, '[^[:alnum:]]+', '', 'g'));

-- The title of the library that a row looks like, as found by the check, and whether somebody chose what becomes of the
-- row; merge: its copies go there.
alter table import_rows add column like_item_id integer, add column is_settled boolean not null default false;
alter table import_rows drop constraint import_rows_outcome_check;
alter table import_rows add constraint import_rows_outcome_check
  check (outcome in ('add', 'change', 'same', 'skip', 'merge', 'fault'));
create index import_rows_alike on import_rows (import_id, row_number) where like_item_id is not null;

-- The same of a saved title, until somebody chose; merged: what there is of it are copies of another title.
alter table imported_titles add column like_item_id integer references items on delete set null;
create index imported_titles_alike on imported_titles (import_id, row_number) where like_item_id is not null;
create index imported_titles_like on imported_titles (like_item_id) where like_item_id is not null;
alter table imported_titles drop constraint imported_titles_kind_check;
alter table imported_titles add constraint imported_titles_kind_check check (kind in ('added', 'changed', 'merged'));
alter table imported_titles drop constraint imported_titles_check;
alter table imported_titles add constraint imported_titles_check check ((was is not null) = (kind = 'changed'));

-- Nothing was listed of earlier imports.
update imports set counts = counts || '{"alike": 0}' where counts ? 'alike';
