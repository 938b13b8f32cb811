alter table settings
  add column lead_days integer check (lead_days between 1 and 30),
  add column trail_days integer check (trail_days between 1 and 30),
  add column inspection_days integer check (inspection_days between 0 and 30);
