-- The parts that the desk missed in a copy that came back, with what their title says they cost.
alter table assignments
  add column missing_parts text not null default '' check (char_length(missing_parts) <= 1000),
  add constraint assignments_miss_parts_only_when_found_so
    check (missing_parts = '' or condition is not distinct from 'parts missing');
-- Whoever notes another condition says that nothing is missing.
create function loans_miss_nothing() returns trigger language plpgsql as $$
begin
  new.missing_parts := '';
  return new;
end $$;
create trigger loans_miss_nothing before update of condition on assignments
  for each row when (new.condition is distinct from 'parts missing')
  execute function loans_miss_nothing();

-- Those that a case is about; its cost starts as theirs.
alter table cases
  add column parts text not null default '' check (parts = '' or kind = 'parts missing');
