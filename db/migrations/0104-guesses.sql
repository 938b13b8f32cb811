-- When a borrower in line was told to expect a copy, and when it came: how good such guesses are is measured.
create table queue_guesses (
  place_id integer primary key references queue_places on delete cascade,
  earliest date not null,
  latest date not null check (latest >= earliest),
  came_on date
);
create index queue_guesses_measured on queue_guesses (place_id) where came_on is not null;
