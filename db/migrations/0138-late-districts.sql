-- How many days after the due day the last copies came back that schools of a district had: what is guessed for who waits for a
-- copy there. A job writes it.
create table late_districts (
  -- in lower case, as it is compared
  district text primary key check (district = lower(btrim(district)) and district <> ''),
  days_late integer[] not null
);
