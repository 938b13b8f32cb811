-- An index of the titles in a process follows what changed by the ids of titles, those of new ones included.
create function note_answer_change_of_new_titles() returns trigger language plpgsql as $$
begin
  insert into answer_changes (what, item_id) select 'lists', item_id from inserted;
  return null;
end $$;

drop trigger new_items_change_answers on items;
create trigger new_items_change_answers after insert on items referencing new table as inserted
  for each statement execute function note_answer_change_of_new_titles();
