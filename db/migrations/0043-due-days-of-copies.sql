-- A copy that was renewed alone has a due day of its own, and from then on each of its order has. The order's is that of the
-- copy still out that is due first, whichever way copies come back or leave again.
alter table assignments add column due_on date;

create function loans_move_due_day() returns trigger language plpgsql as $$
begin
  update orders set return_date = next.due
  from (
    select min(coalesce(due_on, return_date)) as due from assignments join orders using (order_id)
    where order_id = new.order_id and released_at is null
  ) as next
  where order_id = new.order_id and next.due is distinct from return_date and next.due is not null;
  return null;
end $$;
create trigger loans_move_due_day after update of released_at, due_on on assignments
  for each row when (new.due_on is not null)
  execute function loans_move_due_day();
