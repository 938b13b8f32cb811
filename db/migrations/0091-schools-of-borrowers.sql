-- The school that a borrower's words mean, beside the words: what one can count by.
alter table borrowers add column school_id integer;
alter table borrowers add constraint borrowers_school foreign key (school_id) references schools not valid;

create function borrowers_find_school() returns trigger language plpgsql as $$
begin
  new.school_id := school_of(new.school_name, new.school_district);
  return new;
end $$;
create trigger borrowers_find_school before insert or update of school_name, school_district on borrowers
  for each row execute function borrowers_find_school();
