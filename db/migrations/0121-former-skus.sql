-- The SKUs that copies had before: a label with one of them is the copy's own, out of date; any other may be another library's.
create table former_skus (
  copy_id integer not null references copies on delete cascade,
  sku_number text not null,
  primary key (copy_id, sku_number)
);

create function copies_keep_sku() returns trigger language plpgsql as $$
begin
  insert into former_skus (copy_id, sku_number) values (old.copy_id, old.sku_number) on conflict do nothing;
  return null;
end $$;

create trigger copies_keep_sku after update of sku_number on copies for each row
  when (old.sku_number <> new.sku_number) execute function copies_keep_sku();
