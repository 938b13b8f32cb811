-- in batches
-- Orders that cannot be found by one of their titles yet get the words of all; words of before stay.
with batch as (select order_id from orders where order_id > $1 order by order_id limit $2 for no key update),
of_lines as (
  select order_id, (
    select words_of(string_agg(title || ' ' || reference_number, ' '))
    from order_lines join items using (item_id) where order_lines.order_id = batch.order_id) as words
  from batch
),
changed as (
  update orders set words = orders.words || of_lines.words from of_lines
  where orders.order_id = of_lines.order_id and not tsvector_to_array(of_lines.words) <@ tsvector_to_array(orders.words)
)
select max(order_id) as last, (select max(order_id) from orders) as whole from batch
