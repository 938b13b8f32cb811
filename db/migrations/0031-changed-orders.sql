-- Staff change what is on an order that has not shipped: its lines get another quantity, or go. Copies on it now are still
-- within the quantity and of a line; what was on it earlier stays in the history, even where its line is gone.
alter table assignments
  drop constraint assignments_check,
  drop constraint assignments_of_the_ordered_title,
  alter column order_line_id drop not null,
  add constraint assignments_within_the_quantity check (released_at is not null or slot between 1 and line_quantity),
  add constraint assignments_open_of_a_line check (released_at is not null or order_line_id is not null),
  add constraint assignments_of_the_ordered_title
    foreign key (order_line_id, order_id, item_id, line_quantity) references order_lines (order_line_id, order_id, item_id, quantity)
    on update cascade on delete set null (order_line_id);
