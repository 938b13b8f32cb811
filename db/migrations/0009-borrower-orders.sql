-- What circulation tells accounts of a borrower: how many orders they placed, and how many of them are open. Counted by
-- the index of a borrower's orders, for the borrowers that are asked for.
create view circulation_borrowers as
select borrower_id, counted.orders, counted.open_orders
from borrowers
cross join lateral (
  select count(*)::integer as orders, (count(*) filter (where is_open))::integer as open_orders
  from orders where orders.borrower_id = borrowers.borrower_id
) as counted;
