-- The copies that somebody means who types what a label says: "OWN77" or "AB-12", or with the number of the copy, "OWN77 copy 3",
-- "B12345-2". What is a SKU as a whole is nothing else.
create function copies_named(typed text) returns setof integer language sql stable rows 2 as $$
  with said as (
    select lower(regexp_replace(btrim(typed), '^#\s*', '')) as whole,
      regexp_match(lower(btrim(typed)), '^#?\s*([^\s,;#]{1,6}?)(?:[\s,;#]+(?:copy\s*|no\.?\s*)?|-)#?(\d{1,6})$') as parts
  )
  select copy_id from copies where lower(sku_number) = (select whole from said)
  union all
  select copy_id from copies
  where lower(sku_number) = (select parts[1] from said) and copy_number = (select parts[2]::integer from said)
    and not exists (select from copies as exact where lower(exact.sku_number) = (select whole from said))
$$;
