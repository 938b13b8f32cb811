-- The words of a borrower are stored: a word of everybody, such as "school", was computed again for each row.
alter table borrowers add column words tsvector not null generated always as (
  words_of(name || ' ' || school_name || ' ' || school_district || ' ' || email_address || ' '
    || regexp_replace(phone_number, '[^0-9]', '', 'g'))) stored;
drop index borrowers_words;
create index borrowers_words on borrowers using gin (words);
create or replace view account_words as select borrower_id, words from borrowers;
