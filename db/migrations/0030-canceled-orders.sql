-- An order can be canceled: it is closed, keeps no copy, and says when, why, and from which status, for the way back.
insert into statuses (status_id, status_name) values (5, 'Cancelled');

-- An older PostgreSQL cannot change how a stored column is counted: it is made again, with all that leans on it.
drop view circulation_borrowers;
alter table assignments drop constraint assignments_follow_the_order;
alter table orders drop column is_open;
alter table orders
  add column is_open boolean not null generated always as (status_id not in (4, 5)) stored,
  add column canceled_at timestamptz,
  add column canceled_from smallint,
  add column cancel_reason text not null default '',
  drop constraint orders_status_id_check,
  add constraint orders_status_id_check check (status_id between 1 and 5),
  add constraint orders_canceled_from_new_or_processing
    check ((status_id = 5) = (canceled_at is not null) and (status_id = 5) = (canceled_from is not null)),
  add check (canceled_from in (1, 2)),
  add unique (order_id, is_open);
alter table assignments add constraint assignments_follow_the_order
  foreign key (order_id, order_is_open) references orders (order_id, is_open) on update cascade;

create view circulation_borrowers as
select borrower_id, counted.orders, counted.open_orders
from borrowers
cross join lateral (
  select count(*)::integer as orders, (count(*) filter (where is_open))::integer as open_orders
  from orders where orders.borrower_id = borrowers.borrower_id
) as counted;
