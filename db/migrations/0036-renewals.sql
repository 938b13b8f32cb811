-- How often its borrower renewed an order.
alter table orders add column renewals smallint not null default 0 check (renewals >= 0);
