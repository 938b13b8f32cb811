-- Results can be sorted by newest and by most borrowed. How often copies of a title were lent is counted by a job: counted in
-- each loan's transaction, loans of a common title would wait for each other, and nobody sorts by the last minute.
alter table items add column times_lent integer not null default 0,
  add constraint items_times_lent_check check (times_lent >= 0) not valid;

-- What circulation tells the catalog of a title's past: copies that left, or are about to; not those that were put back.
create view circulation_lent as
select item_id, count(*)::integer as times_lent from assignments where release_reason is distinct from 'undone' group by item_id;
