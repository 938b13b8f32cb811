-- Staff find cases by what they remember of the borrower, the school, the title or its SKU, as they find orders; the words are
-- those of the day the case was opened.
alter table cases add column words tsvector not null default '';

create function words_of_loan(integer) returns tsvector language sql stable as $$
  select words_of(concat_ws(' ', ship_to_name, ship_to_school, ship_to_district, title, reference_number, copies.sku_number))
  from assignments join orders using (order_id) join copies using (copy_id) join items on items.item_id = assignments.item_id
  where assignment_id = $1
$$;

create function cases_write_words() returns trigger language plpgsql as $$
begin
  new.words := words_of_loan(new.assignment_id);
  return new;
end $$;
create trigger cases_write_words before insert on cases for each row execute function cases_write_words();

update cases set words = words_of_loan(assignment_id);
create index cases_words on cases using gin (words);
