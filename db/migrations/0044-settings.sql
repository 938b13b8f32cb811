-- What a manager has changed; null: as the environment says. One row.
create table settings (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  loan_days integer check (loan_days between 1 and 365),
  renewals integer check (renewals between 0 and 100),
  max_titles_per_order integer check (max_titles_per_order between 1 and 1000),
  max_copies_per_borrower integer check (max_copies_per_borrower between 1 and 100000),
  max_orders_per_day integer check (max_orders_per_day between 1 and 100000),
  unconfirmed_percent integer check (unconfirmed_percent between 1 and 100),
  return_mail_minutes integer check (return_mail_minutes between 0 and 1440),
  staff_idle_minutes integer check (staff_idle_minutes between 5 and 480),
  changed_by integer references accounts
);
insert into settings default values;
