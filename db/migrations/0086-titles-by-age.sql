-- In stock first, read backward.
create index concurrently items_by_age on items (is_in_stock, created_at, item_id);
