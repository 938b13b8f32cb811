-- What is no longer lent is archived: it leaves lists and searches, and its orders, cases and history stay.

-- Null for an archived title: what asks for titles in stock, or for those out of it, finds neither, by the indexes there are.
-- An older PostgreSQL cannot change how a stored column is counted: it is made again, with all that leans on it.
alter table items add column archived_at timestamptz;
alter table items drop column is_in_stock;
alter table items add column is_in_stock boolean generated always as (
  case when archived_at is null then active_copies - checked_out - requested + shortfall > 0 end) stored;
create index items_in_stock_by_title on items (sort_title, item_id) where is_in_stock;
create index items_out_of_stock_by_title on items (sort_title, item_id) where not is_in_stock;
create index items_archived_by_title on items (sort_title, item_id) where is_in_stock is null;
create index items_filters on items (category_id, subject_id, grade_mask, is_in_stock);

-- Only an inactive copy is archived; one that is lent again is not, whichever way it comes back.
alter table copies add column archived_at timestamptz;
create function copies_come_back() returns trigger language plpgsql as $$
begin
  new.archived_at := null;
  return new;
end $$;
create trigger copies_come_back before insert or update of is_inactive on copies
  for each row when (not new.is_inactive) execute function copies_come_back();
alter table copies add constraint copies_archived_are_inactive check (archived_at is null or is_inactive);

alter table news add column archived_at timestamptz;
drop index news_latest;
create index news_latest on news (published_at desc, news_id desc) where archived_at is null;

-- What circulation tells the catalog of a title: now how many of the copies checked out have left, too.
create or replace view circulation_stock as
select
  items.item_id,
  (select count(*) from assignments where assignments.item_id = items.item_id and released_at is null)::integer as checked_out,
  coalesce((
    select sum(order_lines.quantity - (
      select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null
    ))
    from order_lines join orders using (order_id)
    where order_lines.item_id = items.item_id and orders.status_id in (1, 2)
  ), 0)::integer as requested,
  (
    select count(*) from assignments join orders using (order_id)
    where assignments.item_id = items.item_id and released_at is null and orders.status_id = 3
  )::integer as out
from items;

-- What circulation tells the catalog of who has copies of a title, or was promised some: by open order.
create view circulation_holders as
select
  item_id, order_id, status_id, ship_to_name, ship_to_school, return_date, ordered_at,
  case when status_id = 3 then held.copies else 0 end as out,
  case when status_id = 3 then 0 else quantity end as promised
from order_lines
join orders using (order_id)
cross join lateral (
  select count(*)::integer as copies from assignments
  where assignments.order_line_id = order_lines.order_line_id and released_at is null
) as held
where is_open;
