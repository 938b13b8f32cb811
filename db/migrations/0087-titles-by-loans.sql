-- In stock first, read backward.
create index concurrently items_by_loans on items (is_in_stock, times_lent, item_id desc);
