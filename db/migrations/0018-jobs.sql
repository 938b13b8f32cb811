-- Work that is done away from a request, by one instance at a time: under a lease, which runs out when its process is killed.

create table jobs (
  kind text not null check (kind ~ '^[a-z-]{2,40}$'),
  -- what it is about, a mail's id for one; '' for a job on a schedule, of which there is one
  key text not null,
  payload jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'dead')),
  run_at timestamptz not null default now(),
  -- who does it, and until when nobody else may; by the database's clock, because each machine has its own
  lease uuid,
  leased_until timestamptz,
  -- since it last succeeded
  tries smallint not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  trouble text not null default '',
  primary key (kind, key),
  check ((lease is null) = (leased_until is null))
);
create index jobs_waiting on jobs (kind, run_at) where state = 'waiting';
create index jobs_ended on jobs (ended_at) where state <> 'waiting';

insert into jobs (kind, key, run_at, tries)
select 'send-mail', mail_id::text, greatest(next_try_at, claimed_until), tries from mails where state = 'waiting';
insert into jobs (kind, key) select 'import', import_id::text from imports where state in ('checking', 'saving');
insert into jobs (kind, key, payload)
select 'answer-reset-request', request_id::text, jsonb_build_object('typed', typed, 'language', language)
from reset_requests;

drop table reset_requests;
alter table mails drop column claim, drop column claimed_until, drop column next_try_at;
alter table imports drop column worker, drop column lease_until, drop column attempts;
drop index imports_waiting;
