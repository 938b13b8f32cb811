-- Looks the orders of new lines up by their keys. A join is planned once for each connection: made while there were few orders,
-- it reads all of them for each new one, until its statistics say that there are more.
create or replace function order_lines_write_words() returns trigger language plpgsql as $$
declare without_words integer[] := array(
  select order_id from (select distinct order_id from changed) as changed
  where not (
    select words <> '' and xmin = pg_current_xact_id()::xid -- inserted with its words just now
    from orders where orders.order_id = changed.order_id));
begin
  if without_words <> '{}' then perform write_order_words(without_words); end if;
  return null;
end $$;
