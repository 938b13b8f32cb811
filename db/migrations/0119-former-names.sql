-- The names and addresses that borrowers had before. Emails and the audit have them as they were then, without saying whose they
-- are: who is to be forgotten is looked for by all of them. They go with the borrower.
create table former_names (
  borrower_id integer not null references borrowers on delete cascade,
  name text not null,
  email_address text not null,
  primary key (borrower_id, name, email_address)
);

create function borrowers_note_former_name() returns trigger language plpgsql as $$
begin
  insert into former_names (borrower_id, name, email_address) values (old.borrower_id, old.name, old.email_address)
    on conflict do nothing;
  return null;
end $$;

create trigger borrowers_note_former_name after update of name, email_address on borrowers for each row
  when (old.name <> new.name or old.email_address <> new.email_address) execute function borrowers_note_former_name();
