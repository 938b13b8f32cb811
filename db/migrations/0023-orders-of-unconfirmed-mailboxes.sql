-- Lists of orders mark those of an unconfirmed mailbox.
create or replace view account_addresses as
select borrower_id, name, school_name, school_district, street, city, state, zip, mailbox_confirmed_at is not null as is_confirmed
from borrowers;
