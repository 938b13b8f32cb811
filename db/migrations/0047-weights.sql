-- What a copy of a title weighs in pounds, as text like its replacement cost: "2.5"; empty where nobody said.
alter table items add column weight text not null default ''
  constraint items_weight_is_pounds check (weight ~ '^(\d{1,3}(\.\d{1,2})?)?$');
-- Rows that were checked and not saved yet know nothing of it.
update import_rows set draft = '{"weight": ""}'::jsonb || draft where draft is not null;
