-- "growing up" is no more than "grow" to the English index, and found what grows: as another word it is left out.

create or replace function thesaurus_derive() returns trigger language plpgsql as $$
begin
  delete from thesaurus_words where entry_id = new.entry_id;
  insert into thesaurus_words (entry_id, kind, place, word, plain, english, spanish, query)
    select new.entry_id, kind, place, btrim(word), plain,
      case when kind = 'typed' then '' else phraseto_tsquery('english', plain)::text end,
      case when kind = 'typed' then '' else phraseto_tsquery('spanish', plain)::text end,
      case when position(' ' in plain) > 0 and numnode(phraseto_tsquery('english', plain)) < 2 then ''
        else searched_query(plain)::text end
    from (values ('word', new.words), ('typed', new.also_typed), ('broader', new.broader)) as list (kind, words)
      cross join unnest(string_to_array(words, ',')) with ordinality as one (word, place)
      cross join lateral (select btrim(lower(searched_text(word))) as plain) as read
    where plain <> '';
  return null;
end $$;

-- What an office is called is no broader word for its subject.
update thesaurus_entries set broader = 'puberty, pubertad' where broader = 'puberty, women''s health, pubertad' and version = 1;
update thesaurus_entries set words = words;
