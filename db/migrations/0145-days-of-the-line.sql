-- Who waits for days is offered these days: as soon as a copy is free on all of them, whichever it will be.
alter table queue_places
  -- both days: when a copy leaves for them, and when it is free again
  add column leaves_on date,
  add column free_on date,
  -- the first day only: from when on a copy is offered
  add column ready_on date,
  -- the last day on which a copy can leave in time
  add column until_on date;
