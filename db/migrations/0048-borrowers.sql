-- What staff know of a borrower besides the account: notes, and whether they may order.

create table borrower_notes (
  note_id integer generated always as identity primary key,
  borrower_id integer not null references borrowers on delete cascade,
  note text not null check (note <> ''),
  written_at timestamptz not null,
  written_by integer not null references accounts
);
create index borrower_notes_newest on borrower_notes (borrower_id, note_id desc);

-- Who is blocked is told why, and cannot order; everything else goes on.
alter table borrowers
  add column blocked_at timestamptz,
  add column blocked_because text not null default '',
  add constraint borrowers_blocked_for_a_reason check ((blocked_at is null) = (blocked_because = ''));

-- Placing an order reads it with the lock that it takes anyway.
create or replace view account_addresses as
select borrower_id, name, school_name, school_district, street, city, state, zip, mailbox_confirmed_at is not null as is_confirmed,
  blocked_because
from borrowers;

-- The list of borrowers by name, people by the beginning of a user name, and mails by whom they went to.
create index borrowers_by_name on borrowers (lower(name), borrower_id);
create index accounts_user_name_beginning on accounts (lower(user_name) text_pattern_ops);
create index mails_of_address on mails (lower(to_address), mail_id desc);
