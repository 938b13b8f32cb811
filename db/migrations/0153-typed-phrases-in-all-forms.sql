-- What is typed of several words is known in all its forms, as "panic attacks" is of "panic attack"; of a single word, and of what
-- says no more than one, a form may mean something else: "blues" is not blue.
create or replace function thesaurus_derive() returns trigger language plpgsql as $$
begin
  delete from thesaurus_words using changed where thesaurus_words.entry_id = changed.entry_id;
  insert into thesaurus_words (entry_id, kind, place, word, plain, english, spanish, query)
    select changed.entry_id, kind, place, btrim(word), plain,
      case when kind = 'typed' and numnode(phraseto_tsquery('english', plain)) < 2 then '' else phraseto_tsquery('english', plain)::text end,
      case when kind = 'typed' and numnode(phraseto_tsquery('spanish', plain)) < 2 then '' else phraseto_tsquery('spanish', plain)::text end,
      case when position(' ' in plain) > 0 and numnode(phraseto_tsquery('english', plain)) < 2 then ''
        else searched_query(plain)::text end
    from changed
      cross join lateral (values ('word', changed.words), ('typed', changed.also_typed), ('broader', changed.broader)) as list (kind, words)
      cross join unnest(string_to_array(list.words, ',')) with ordinality as one (word, place)
      cross join lateral (select btrim(lower(searched_text(word))) as plain) as read
    where plain <> '';
  return null;
end $$;
update thesaurus_entries set words = words;
