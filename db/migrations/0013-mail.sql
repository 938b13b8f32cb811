-- Mail is a row, written in the transaction of what it tells of, and sent by whichever instance comes first. And the way
-- back in for whoever has lost a password.

create table mails (
  mail_id integer generated always as identity primary key,
  -- the same at every try, so that whoever gets a mail twice can see it
  message_id uuid not null unique default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z-]{2,30}$'),
  -- of two mails with one key the second is never written
  once_key text unique,
  to_name text not null,
  to_address text not null,
  subject text not null,
  -- what it says; null once it is sent, or its links are over: some of it is for the reader alone
  letter jsonb,
  written_at timestamptz not null,
  expires_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  -- which worker has it, until when; and since when its words are on the wire
  claim uuid,
  claimed_until timestamptz,
  begun_at timestamptz,
  ended_at timestamptz,
  trouble text not null default '',
  check ((state = 'waiting') = (ended_at is null)),
  check (state <> 'sent' or letter is null),
  check ((claim is null) = (claimed_until is null))
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_to_wipe on mails (expires_at) where letter is not null and expires_at is not null;
create index mails_ended on mails (ended_at);
create index mails_latest on mails (written_at desc, mail_id desc);
create index mails_of_state on mails (state, written_at desc, mail_id desc);
create index mails_of_kind on mails (kind, written_at desc, mail_id desc);

create table mail_kinds_off (
  kind text primary key,
  since timestamptz not null
);

-- What was typed into "Reset password", until somebody looks whose it is: the one who asks waits for no more than this
-- row, whatever was typed, and learns nothing from how long it takes.
create table reset_requests (
  request_id integer generated always as identity primary key,
  typed text not null,
  requested_at timestamptz not null
);

-- One link for an account, the newest. Both secrets are kept as hashes: the link's, and that of the cookie which shows
-- that its bearer had the link.
create table password_resets (
  user_id integer primary key references accounts on delete cascade,
  token_hash bytea not null unique,
  proof_hash bytea not null,
  expires_at timestamptz not null
);
create index password_resets_expiry on password_resets (expires_at);

-- E-mail addresses need not be unique: who has this one?
create index borrowers_mailbox on borrowers (lower(email_address));

-- What accounts tell others of a borrower: where mail goes. Nobody reads the mail of an account that nobody can sign in to.
create view account_mailboxes as
select borrower_id, name, email_address, password_hash is not null as is_read
from borrowers join accounts using (user_id);

-- Reminders look for what is due.
create index orders_due on orders (return_date) where status_id = 3;

-- Kinds of audit entries are the contract's to list.
alter table audit_entries drop constraint if exists audit_entries_kind_check;
alter table audit_entries add constraint audit_entries_kind_check check (kind ~ '^[a-z-]{2,30}$');
