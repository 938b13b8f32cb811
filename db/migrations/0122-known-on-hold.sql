-- A copy on the hold shelf does not stand at its place: a stock-take knows it as held, as it knows what is out or packed.
alter table stock_takes add column known_held integer not null default 0;
