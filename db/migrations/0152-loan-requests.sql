-- Who asked whom for what they have out. The email's link gives it; who asked in vain is counted, too.
create table loan_requests (
  request_id integer generated always as identity primary key,
  asked_by integer not null references borrowers on delete cascade,
  asked_of integer references borrowers on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  -- where the link went: it is good for that address only
  to_address text,
  asked_at timestamptz not null,
  given_at timestamptz,
  check ((asked_of is null) = (token_hash is null) and (asked_of is null) = (to_address is null)),
  check (given_at is null or asked_of is not null),
  check (asked_of <> asked_by)
);
create index loan_requests_by_asker on loan_requests (asked_by, asked_at);
create index loan_requests_by_asked on loan_requests (asked_of, asked_at);

-- null: the borrower who had it gave it; nothing keeps their account
alter table handovers alter column handed_over_by drop not null;
