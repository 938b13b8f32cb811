alter table settings
  add column forget_loans_months integer check (forget_loans_months between 0 and 1200),
  add column max_mails_per_hour integer check (max_mails_per_hour between 1 and 100000);
