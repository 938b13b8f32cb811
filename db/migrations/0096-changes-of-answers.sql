-- What an instance answered is the same until a title, or what titles are found and named by, changes. Each change is noted in a
-- row of its own, in its transaction, so that nobody waits for anybody. An instance reads the rows that the snapshot which it
-- saw last did not: by the transaction that wrote them, because no clock and no sequence follows the order of commits.

create table answer_changes (
  xact xid8 not null default pg_current_xact_id(),
  noted_at timestamptz not null default now(),
  -- counts: of this title. lists: this title, if any, and every list of titles. everything: whatever was answered.
  -- trimmed: older rows are gone, up to this transaction.
  what text not null check (what in ('counts', 'lists', 'everything', 'trimmed')),
  item_id integer,
  trimmed_to xid8
);
create index answer_changes_by_xact on answer_changes (xact);

-- For each statement: note_answer_change('lists') or note_answer_change('everything').
create function note_answer_change() returns trigger language plpgsql as $$
begin
  insert into answer_changes (what) values (tg_argv[0]);
  return null;
end $$;

-- Where only counts changed and a title neither came in stock nor went out, lists have the same titles in the same order.
create function note_answer_change_of_title() returns trigger language plpgsql as $$
begin
  old.active_copies := new.active_copies;
  old.checked_out := new.checked_out;
  old.requested := new.requested;
  old.shortfall := new.shortfall;
  old.in_stock := new.in_stock;
  insert into answer_changes (what, item_id) values (case when old *= new then 'counts' else 'lists' end, new.item_id);
  return null;
end $$;

create trigger items_change_answers after update on items
  for each row execute function note_answer_change_of_title();
create trigger new_items_change_answers after insert on items
  for each statement execute function note_answer_change('lists');
create trigger deleted_items_change_answers after delete or truncate on items
  for each statement execute function note_answer_change('everything');

-- Titles are found by the labels of their copies.
create trigger copies_change_answers after insert or delete or update of item_id, sku_number, copy_number or truncate on copies
  for each statement execute function note_answer_change('lists');

-- A picture is seen once its title names it, which is a change of the title.
create trigger attachments_change_answers after update of content_hash, file_name, widths or truncate on attachments
  for each statement execute function note_answer_change('everything');

create trigger categories_change_answers after insert or update or delete or truncate on categories
  for each statement execute function note_answer_change('everything');
create trigger subjects_change_answers after insert or update or delete or truncate on subjects
  for each statement execute function note_answer_change('everything');
create trigger grades_change_answers after insert or update or delete or truncate on grades
  for each statement execute function note_answer_change('everything');
create trigger thesaurus_change_answers after insert or update or delete or truncate on thesaurus_words
  for each statement execute function note_answer_change('everything');
create trigger learned_words_change_answers after update or delete or truncate on search_words
  for each statement execute function note_answer_change('lists');
