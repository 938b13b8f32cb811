-- What circulation tells the catalog: the titles of which a copy is out or packed, or one is requested.
create view circulation_taken as
select item_id from assignments where released_at is null
union
select item_id from order_lines join orders using (order_id) where status_id in (1, 2);

alter table settings add column low_stock integer check (low_stock between 0 and 1000);
