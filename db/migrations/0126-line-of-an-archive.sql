-- By which archive of its title a place in line ended (its moment), so that taking that archive back gives back these places only.
alter table queue_places add column left_with timestamptz;
create function queue_places_left_with_archive() returns trigger language plpgsql as $$
begin
  new.left_with := (select archived_at from items where item_id = new.item_id);
  return new;
end $$;
-- a trigger, because instances of the version before end lines, too
create trigger queue_places_left_with_archive before update of left_at on queue_places
  for each row when (new.left_because = 'archived' and old.left_at is null) execute function queue_places_left_with_archive();
