alter table settings add column hold_hours integer check (hold_hours between 1 and 720);
