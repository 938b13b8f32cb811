-- When borrowers are reminded, as staff set it: one row.
create table reminder_steps (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  -- days before the due day; 0: none
  days_before smallint not null default 7 check (days_before between 0 and 60),
  -- days overdue at which a digest is sent, rising
  days_after smallint[] not null default '{1,7,21}' check (cardinality(days_after) <= 10),
  -- days overdue from which staff are told that it may be lost; 0: never
  suggest_lost_after smallint not null default 45 check (suggest_lost_after between 0 and 365),
  changed_by integer references accounts
);
insert into reminder_steps default values;
