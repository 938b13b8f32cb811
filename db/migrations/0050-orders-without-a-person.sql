-- Who borrowed what is confidential: an order that ended can lose its person. It keeps the school, the district, the titles and the
-- days. An open order always has a person, whatever the code does.
alter table orders
  alter column borrower_id drop not null,
  add constraint orders_of_nobody_are_closed check (borrower_id is not null or not is_open);
create index orders_to_forget on orders (ordered_at) where borrower_id is not null and not is_open;
