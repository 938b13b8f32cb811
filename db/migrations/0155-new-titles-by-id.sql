-- An index of the titles in a process follows what changed by the ids of titles, those of new ones included. So many at once that
-- it would be filled again are one note.
create function note_answer_change_of_new_titles() returns trigger language plpgsql as $$
begin
  if (select count(*) from inserted) > 1000 then
    insert into answer_changes (what) values ('everything');
  else
    insert into answer_changes (what, item_id) select 'lists', item_id from inserted;
  end if;
  return null;
end $$;

create or replace trigger new_items_change_answers after insert on items referencing new table as inserted
  for each statement execute function note_answer_change_of_new_titles();
