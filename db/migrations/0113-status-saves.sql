-- What an order was before its status was last changed in its form, so that this can be undone until something else changes the order.
create table status_saves (
  order_id integer primary key references orders on delete cascade,
  -- the order's version after it; with any other one it is over
  version integer not null,
  is_undone boolean not null default false,
  -- the email of the status before was not written yet
  is_mail_due boolean not null,
  status_id smallint not null,
  tracking_number text not null,
  ship_date date,
  return_date date,
  canceled_at timestamptz,
  canceled_from smallint,
  cancel_reason text not null,
  returned_from smallint,
  returned_at timestamptz
);
