-- Whether the borrower has shown that they read what is sent to their address. Who is here already counts as having shown it.
alter table borrowers add column mailbox_confirmed_at timestamptz default now();
alter table borrowers alter column mailbox_confirmed_at drop default;

-- Links of mails that confirm a mailbox. A link is good for the address that it was sent to, and may be followed again.
create table mailbox_links (
  token_hash bytea primary key,
  borrower_id integer not null references borrowers on delete cascade,
  email_address text not null,
  expires_at timestamptz not null
);
create index mailbox_links_expiry on mailbox_links (expires_at);

create or replace view account_mailboxes as
select borrower_id, name, email_address, password_hash is not null as is_read, language,
  mailbox_confirmed_at is not null as is_confirmed
from borrowers join accounts using (user_id);

-- When a mail was admitted to its address, of which only so many are in an hour.
alter table mails add column admitted_at timestamptz;
create index mails_admitted on mails (lower(to_address), admitted_at) where admitted_at is not null;
