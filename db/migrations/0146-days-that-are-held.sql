alter table queue_offers
  alter column copy_id drop not null,
  -- the days that are held, of any copy
  add column leaves_on date,
  add column free_on date,
  add constraint queue_offers_of_a_copy_or_days check ((copy_id is null) = (leaves_on is not null and free_on > leaves_on)) not valid;
