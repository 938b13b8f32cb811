-- An order changes how many of a title are requested. As long as no index holds a column that changed, PostgreSQL writes
-- the new row beside the old one and touches no index at all; so the indexes hold whether there is stock, not how much.

alter table items set (fillfactor = 80); -- room beside the rows
alter table items add column is_in_stock boolean not null
  generated always as (active_copies - checked_out - requested + shortfall > 0) stored;

drop index items_in_stock_by_title;
drop index items_out_of_stock_by_title;
drop index items_filters;
create index items_in_stock_by_title on items (sort_title, item_id) where is_in_stock;
create index items_out_of_stock_by_title on items (sort_title, item_id) where not is_in_stock;
create index items_filters on items (category_id, subject_id, grade_mask, is_in_stock);
