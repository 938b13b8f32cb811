-- What a borrower says of an order that is out: that it is on its way back, and what was missing or damaged in it.
alter table orders
  add column sent_back_on date,
  add column sent_back_tracking text not null default '',
  add constraint orders_sent_back_tracking_needs_day check (sent_back_tracking = '' or sent_back_on is not null);

create table problem_reports (
  report_id integer primary key generated always as identity,
  order_id integer not null references orders on delete cascade,
  written_at timestamptz not null,
  words text not null check (words <> '')
);
create index problem_reports_order on problem_reports (order_id, report_id);
