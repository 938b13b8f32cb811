-- An invited colleague, until they choose a user name and a password. The link's secret is kept as a hash.

create table staff_invitations (
  invitation_id integer primary key generated always as identity,
  email_address text not null,
  role text not null default 'manager' check (role in ('volunteer', 'clerk', 'manager')),
  token_hash bytea not null unique,
  invited_by integer not null references accounts,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
-- One link for a mailbox, the newest.
create unique index staff_invitations_mailbox on staff_invitations (lower(email_address));
