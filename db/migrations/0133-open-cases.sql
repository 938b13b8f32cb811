-- Up to how many open cases a borrower may still order: a setting
alter table settings add column max_open_cases integer check (max_open_cases between 0 and 1000);
