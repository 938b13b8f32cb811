-- Mail comes in the language its reader uses the site in: what they chose, or had when they registered or logged in last.

alter table accounts add column language text not null default 'en' check (language in ('en', 'es'));
-- who forgot a password is not logged in: the answer is in the language of the page they asked on
alter table reset_requests add column language text not null default 'en' check (language in ('en', 'es'));
-- of the letter, which is wiped once it is sent; its subject stays and is listed
alter table mails add column language text not null default 'en' check (language in ('en', 'es'));

create or replace view account_mailboxes as
select borrower_id, name, email_address, password_hash is not null as is_read, language
from borrowers join accounts using (user_id);
