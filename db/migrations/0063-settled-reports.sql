-- Staff have seen to what a borrower reported: until then it is work that is open.
alter table problem_reports
  add column settled_at timestamptz,
  add column settled_by integer references accounts;
create index problem_reports_open on problem_reports (order_id) where settled_at is null;
