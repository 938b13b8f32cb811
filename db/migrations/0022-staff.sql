-- What staff have besides a user name and a password. Their role is kept and not used yet: every administrator may do all.

create table staff (
  user_id integer primary key references accounts on delete cascade,
  -- empty: nobody has said it yet
  name text not null default '',
  email_address text not null default '',
  role text not null default 'manager' check (role in ('volunteer', 'clerk', 'manager')),
  -- the one that was printed or set when the account was created, which others may have seen
  has_first_password boolean not null default true
);
insert into staff (user_id) select user_id from accounts where user_type_id = 1;
-- Mailboxes need not be unique: who has this one?
create index staff_mailbox on staff (lower(email_address)) where email_address <> '';

-- Nobody can log in to a disabled account, and it has no sessions.
alter table accounts add column disabled_at timestamptz;

-- When a session was last used, to the minute.
alter table sessions add column last_seen_at timestamptz not null default now();

create or replace view account_names as
select accounts.user_id, coalesce(borrowers.name, nullif(staff.name, ''), accounts.user_name) as name
from accounts left join borrowers using (user_id) left join staff using (user_id);
