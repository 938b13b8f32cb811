-- How many copies have no label is kept like the numbers of titles (0078-counted-titles.sql): rows to be summed up, one for
-- each change, which a job adds up.
create table copies_to_label (copies integer not null);

create function note_copies_to_label() returns trigger language plpgsql as $$
begin
  insert into copies_to_label
  select count(*) * tg_argv[0]::integer from changed where label_printed_at is null and not is_inactive having count(*) > 0;
  return null;
end $$;
create trigger copies_note_added after insert on copies
  referencing new table as changed for each statement execute function note_copies_to_label('1');
create trigger copies_note_deleted after delete on copies
  referencing old table as changed for each statement execute function note_copies_to_label('-1');

create function note_copy_to_label() returns trigger language plpgsql as $$
begin
  insert into copies_to_label values (case when new.label_printed_at is null and not new.is_inactive then 1 else -1 end);
  return null;
end $$;
create trigger copies_note_changed after update on copies for each row
  when ((old.label_printed_at is null and not old.is_inactive) <> (new.label_printed_at is null and not new.is_inactive))
  execute function note_copy_to_label();

create function forget_copies_to_label() returns trigger language plpgsql as $$
begin
  delete from copies_to_label;
  return null;
end $$;
create trigger copies_forget_labels after truncate on copies for each statement execute function forget_copies_to_label();
