-- Setting an order to Returned by hand can be undone: when that was, and from which status.
alter table orders
  add column returned_from smallint check (returned_from between 1 and 3),
  add column returned_at timestamptz,
  add constraint orders_returned_by_hand
    check ((returned_at is null) = (returned_from is null) and (returned_at is null or status_id = 4));
