-- in batches
with batch as (select item_id from items where item_id > $1 order by item_id limit $2 for no key update),
changed as (
  update items set tags = tags from batch
  where items.item_id = batch.item_id
    and (tags ~ '[^[:alnum:] ] ' or position(chr(59) in description) > 0
      or exists (select from unnest(search) where cardinality(positions) > 20))
)
select max(item_id) as last, (select max(item_id) from items) as whole from batch
