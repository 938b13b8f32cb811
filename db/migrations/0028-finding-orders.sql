-- Staff find orders by what they remember: words, or their beginnings, of a name, a school, an email address or a title.

-- The functions remember where unaccent is: indexes are built with an empty search path.
create function words_in(text) returns text[]
  language plpgsql immutable strict parallel safe set search_path from current
  as $$ begin return array_remove(regexp_split_to_array(lower(unaccent($1)), '[^[:alnum:]]+'), ''); end $$;

create function words_of(text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(words_in($1));

-- What begins with each word of a text. A short number is meant as a whole: SKU 48 is not SKU 480.
create function words_like(text, mark text default '') returns tsquery language sql immutable strict parallel safe
  return (
    select string_agg(quote_literal(mark || word) || case when word ~ '^[0-9]{1,6}$' then '' else ':*' end, ' & ')::tsquery
    from unnest(words_in($1)) as word
  );

-- The words of an order; those of its school and district once more, marked as such.
create function order_words(person text, school text, email text, titles text) returns tsvector
  language plpgsql immutable parallel safe
  as $$
    declare of_school text[] := words_in(school);
    begin
      return array_to_tsvector(words_in(concat_ws(' ', person, email, titles)) || of_school
        || array(select 'school/' || word from unnest(of_school) as word));
    end
  $$;

-- What an order is found by, as it was when it was placed: one vector in one index is what makes several words fast, however
-- common each of them is. Whoever inserts an order with its lines may give its words at once and save a second version of the
-- row; otherwise the trigger of its lines writes them, and writes them again when the lines change.
alter table orders add column words tsvector not null default '';

create function write_order_words(integer[]) returns void language sql as $$
  update orders set words = order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
    select string_agg(title || ' ' || reference_number, ' ' order by order_line_id)
    from order_lines join items using (item_id) where order_lines.order_id = orders.order_id))
  from borrowers where borrowers.borrower_id = orders.borrower_id and orders.order_id = any($1)
$$;

create function order_lines_write_words() returns trigger language plpgsql as $$
declare without_words integer[] := array(
  select order_id from orders where order_id in (select order_id from changed)
    and not (words <> '' and xmin = pg_current_xact_id()::xid)); -- inserted with its words just now
begin
  if without_words <> '{}' then perform write_order_words(without_words); end if;
  return null;
end $$;

create trigger order_lines_write_words after insert on order_lines
  referencing new table as changed for each statement execute function order_lines_write_words();
create trigger order_lines_forget_words after delete on order_lines
  referencing old table as changed for each statement execute function order_lines_write_words();

select write_order_words(array(select order_id from orders));

-- With a short list of pending entries: each search reads it, and who fills it up writes it.
create index orders_words on orders using gin (words) with (gin_pending_list_limit = 512);
create index orders_tracking on orders (regexp_replace(lower(tracking_number), '[^a-z0-9]', '', 'g') text_pattern_ops)
  where tracking_number <> '';
create index orders_shipped on orders (ship_date) where ship_date is not null;
create index orders_returnable on orders (return_date) where return_date is not null;

-- Titles that changed their name or SKU: their earlier orders are found by the words of before, and by those of now. Nobody has
-- to wait for all of these orders to be written again.
create table retitled_items (item_id integer primary key references items on delete cascade);

create function items_note_retitled() returns trigger language plpgsql as $$
begin
  insert into retitled_items (item_id) values (new.item_id) on conflict do nothing;
  return null;
end $$;

create trigger items_note_retitled after update of title, reference_number on items for each row
  when (old.title <> new.title or old.reference_number <> new.reference_number) execute function items_note_retitled();

create index items_words on items using gin (words_of(title || ' ' || reference_number));
create index borrowers_words on borrowers using gin (
  words_of(name || ' ' || school_name || ' ' || school_district || ' ' || email_address || ' ' || phone_digits)
);

-- What accounts tell others of a borrower: the words by which staff find them.
create view account_words as
select borrower_id,
  words_of(name || ' ' || school_name || ' ' || school_district || ' ' || email_address || ' ' || phone_digits) as words
from borrowers;
