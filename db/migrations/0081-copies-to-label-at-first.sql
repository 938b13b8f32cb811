-- Apart from the triggers, which changes of copies had to wait for. One statement, so that both are of one moment.
insert into copies_to_label
select count(*) - coalesce((select sum(copies) from copies_to_label), 0)
from copies where label_printed_at is null and not is_inactive;

-- Where most copies have no label, the first of them by title are found by walking here.
create index items_by_title on items (sort_title, item_id) where is_in_stock is not null;
