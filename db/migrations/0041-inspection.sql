-- What comes back damaged or incomplete waits for inspection until staff say where it goes.
alter table copies
  drop constraint copies_inactive_reason_check,
  add constraint copies_inactive_reason_check
    check (inactive_reason in ('inspection', 'repair', 'lost', 'damaged', 'retired'));
create index copies_waiting on copies (inactive_reason, copy_id) where inactive_reason in ('inspection', 'repair');

-- Those that the desk set aside so far: it called them in repair, or damaged.
update copies set inactive_reason = 'inspection'
where is_inactive and inactive_reason = (
  select case condition when 'parts missing' then 'repair' when 'damaged' then 'damaged' end
  from assignments where assignments.copy_id = copies.copy_id and loan = 'returned'
  order by released_at desc, assignment_id desc limit 1
);
