-- Of several statements that change lines in one transaction only the first wrote the order's words: after it the order was as new
-- as one that is inserted with its words. That one has lines of the very same command.
create or replace function order_lines_write_words() returns trigger language plpgsql as $$
declare without_words integer[] := array(
  select order_id from (select distinct order_id from changed) as changed
  where tg_op = 'DELETE' or not (
    select words <> '' and xmin = pg_current_xact_id()::xid
      and cmin = (select max(order_lines.cmin::text::bigint) from order_lines
        where order_lines.order_id = changed.order_id and order_lines.xmin = pg_current_xact_id()::xid)::text::cid
    from orders where orders.order_id = changed.order_id));
begin
  if without_words <> '{}' then perform write_order_words(without_words); end if;
  return null;
end $$;
