-- The version before changes the days of a place, and knows nothing of what follows from them.
create function queue_places_other_days() returns trigger language plpgsql as $$
begin
  if (new.leaves_on, new.free_on, new.ready_on, new.until_on) is not distinct from (old.leaves_on, old.free_on, old.ready_on, old.until_on)
  then
    new.leaves_on := null;
    new.free_on := null;
    new.ready_on := null;
    new.until_on := null;
  end if;
  return new;
end $$;
create trigger queue_places_other_days before update of needed_from, needed_to on queue_places for each row
  when ((new.needed_from, new.needed_to) is distinct from (old.needed_from, old.needed_to))
  execute function queue_places_other_days();
