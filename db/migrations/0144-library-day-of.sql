-- The day of the library, for statements that no caller gives one: the sessions of the database have a time zone of their own.
create table library_time_zone (
  only_row boolean primary key default true check (only_row),
  time_zone text not null
);
insert into library_time_zone (time_zone) values ('America/Los_Angeles');

create function library_day_of(instant timestamptz) returns date language sql stable parallel safe as $$
  select (instant at time zone (select time_zone from library_time_zone))::date
$$;
