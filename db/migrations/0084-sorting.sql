-- Results can be sorted by newest and by most borrowed. How often copies of a title were lent is counted by a job: counted in
-- each loan's transaction, loans of a common title would wait for each other, and nobody sorts by the last minute.
alter table items add column times_lent integer not null default 0 check (times_lent >= 0);

-- What circulation tells the catalog of a title's past: copies that left, or are about to; not those that were put back.
create view circulation_lent as
select item_id, count(*)::integer as times_lent from assignments where release_reason is distinct from 'undone' group by item_id;

-- In stock first, read backward.
create index items_by_age on items (is_in_stock, created_at, item_id);
create index items_by_loans on items (is_in_stock, times_lent, item_id desc);
