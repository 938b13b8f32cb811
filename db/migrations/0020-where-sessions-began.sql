-- Where a session began, for its owner to recognize; and a number to name it by, because its id is in the token.
alter table sessions add column address text not null default '', add column browser text not null default '',
  add column session_number integer not null generated always as identity unique;
drop index sessions_user;
create index sessions_of_user on sessions (user_id, created_at desc);
