-- To count the titles of a filter, or to find the 5,000th page of them, all of them were read. Now their numbers are kept.
-- A change of a title is noted in a row of its own, so that nobody waits for anybody; a job adds these rows up. What is kept
-- and what is noted since are exact together at any moment.

-- Titles that came (1) or left (-1). is_in_stock is null for archived titles, as in items.
create table title_changes (
  item_id integer not null,
  sort_title text not null,
  category_id smallint not null,
  subject_id smallint not null,
  grade_mask integer not null,
  is_in_stock boolean,
  titles integer not null
);

create table title_counts (
  category_id smallint not null,
  subject_id smallint not null,
  grade_mask integer not null,
  is_in_stock boolean,
  titles integer not null
);
create unique index title_counts_key on title_counts (category_id, subject_id, grade_mask, is_in_stock) nulls not distinct;

-- All of them, with what is noted since: to be summed up.
create view counted_titles as
select category_id, subject_id, grade_mask, is_in_stock, titles from title_counts
union all select category_id, subject_id, grade_mask, is_in_stock, titles from title_changes;

-- About every thousandth title of the list by title, and how many are from this one to the next: of all titles, and of each
-- category, subject, and grade. A page is found by adding these up, and a few titles are left to be skipped.
create table title_marks (
  mark integer generated always as identity primary key,
  sort_title text not null,
  item_id integer not null,
  place integer not null
);
create unique index title_marks_in_order on title_marks (sort_title, item_id);

create table title_mark_counts (
  kind text not null check (kind in ('all', 'category', 'subject', 'grade')),
  code integer not null,
  is_in_stock boolean,
  mark integer not null,
  titles integer not null
);
create unique index title_mark_counts_key on title_mark_counts (kind, code, is_in_stock, mark) nulls not distinct;
create index title_mark_counts_of_mark on title_mark_counts (mark);

-- What a title counts as. One for all grades (63, see contract/titles/grade-masks.ts) is counted under that, others under
-- each of their grades. 1073741887 is 63 and the bit that says "just these".
create function title_kinds(category_id smallint, subject_id smallint, grade_mask integer)
returns table (kind text, code integer) language sql immutable as $$
  select 'all', 0
  union all select 'category', category_id
  union all select 'subject', subject_id
  union all select 'grade', 63 where grade_mask & 1073741887 = 63
  union all select 'grade', 1 << bit from generate_series(0, 29) as bit
    where grade_mask & 1073741887 <> 63 and grade_mask & (1 << bit) <> 0
$$;

create function note_titles() returns trigger language plpgsql as $$
begin
  insert into title_changes
  select item_id, sort_title, category_id, subject_id, grade_mask, is_in_stock, tg_argv[0]::integer from titles;
  return null;
end $$;
create trigger items_note_added after insert on items
  referencing new table as titles for each statement execute function note_titles('1');
create trigger items_note_deleted after delete on items
  referencing old table as titles for each statement execute function note_titles('-1');

create function note_changed_title() returns trigger language plpgsql as $$
begin
  insert into title_changes values
    (old.item_id, old.sort_title, old.category_id, old.subject_id, old.grade_mask, old.is_in_stock, -1),
    (new.item_id, new.sort_title, new.category_id, new.subject_id, new.grade_mask, new.is_in_stock, 1);
  return null;
end $$;
-- An order changes the stock of a title, and rarely whether there is any: it is to pay for nothing here.
create trigger items_note_changed after update on items for each row
  when ((old.sort_title, old.category_id, old.subject_id, old.grade_mask, old.is_in_stock)
    is distinct from (new.sort_title, new.category_id, new.subject_id, new.grade_mask, new.is_in_stock))
  execute function note_changed_title();

-- Adds up a part of what is noted, and says whether more may be left. One at a time: readers and those who note go on.
create function add_up_title_changes() returns boolean language plpgsql as $$
declare
  part constant integer := 20000;
  added integer;
begin
  lock table title_marks in share row exclusive mode;
  with noted as (
    delete from title_changes where ctid = any(array(select ctid from title_changes limit part)) returning *
  ),
  counted as (
    insert into title_counts as known
    select category_id, subject_id, grade_mask, is_in_stock, sum(titles) from noted
    group by category_id, subject_id, grade_mask, is_in_stock having sum(titles) <> 0
    on conflict (category_id, subject_id, grade_mask, is_in_stock)
    do update set titles = known.titles + excluded.titles
  ),
  marked as (
    insert into title_mark_counts as known
    select kind, code, is_in_stock, mark, sum(titles)
    from noted cross join lateral title_kinds(category_id, subject_id, grade_mask)
    cross join lateral (
      select mark from title_marks
      where (title_marks.sort_title, title_marks.item_id) <= (noted.sort_title, noted.item_id)
      order by title_marks.sort_title desc, title_marks.item_id desc limit 1
    ) as before
    group by kind, code, is_in_stock, mark having sum(titles) <> 0
    on conflict (kind, code, is_in_stock, mark) do update set titles = known.titles + excluded.titles
  )
  select count(*) into added from noted;
  delete from title_counts where titles = 0;
  delete from title_mark_counts where titles = 0;
  return added = part;
end $$;

-- Sets marks again from this one to the next. One statement reads the titles and what is noted of them, so that both are of
-- one moment.
create function split_title_mark(old_mark integer) returns void language plpgsql as $$
declare
  begins title_marks;
  ends title_marks;
begin
  lock table title_marks in share row exclusive mode;
  select * into strict begins from title_marks where mark = old_mark;
  select * into ends from title_marks
  where (sort_title, item_id) > (begins.sort_title, begins.item_id) order by sort_title, item_id limit 1;
  delete from title_mark_counts where mark = old_mark;
  delete from title_marks where mark = old_mark;
  with chosen as materialized (
    select *, (row_number() over (order by sort_title, item_id) - 1)::integer as place
    from (
      -- as there are indexes for
      select item_id, sort_title, category_id, subject_id, grade_mask, is_in_stock from items where is_in_stock
      union all
      select item_id, sort_title, category_id, subject_id, grade_mask, is_in_stock from items where not is_in_stock
      union all
      select item_id, sort_title, category_id, subject_id, grade_mask, is_in_stock from items where is_in_stock is null
    ) as titles
    where (sort_title, item_id) >= (begins.sort_title, begins.item_id)
      and (ends.mark is null or (sort_title, item_id) < (ends.sort_title, ends.item_id))
  ),
  marks as (
    insert into title_marks (sort_title, item_id, place)
    select begins.sort_title, begins.item_id, 0
    union all select sort_title, item_id, place / 1000 from chosen where place > 0 and place % 1000 = 0
    returning *
  ),
  counted as (
    select mark, category_id, subject_id, grade_mask, is_in_stock, 1 as titles
    from chosen join marks on marks.place = chosen.place / 1000
    union all
    select mark, category_id, subject_id, grade_mask, is_in_stock, -titles
    from title_changes cross join lateral (
      select mark from marks
      where (marks.sort_title, marks.item_id) <= (title_changes.sort_title, title_changes.item_id)
      order by marks.sort_title desc, marks.item_id desc limit 1
    ) as before
    where ends.mark is null or (sort_title, item_id) < (ends.sort_title, ends.item_id)
  ),
  kinds as materialized (
    select * from (select distinct category_id, subject_id, grade_mask from counted) as known
    cross join lateral title_kinds(category_id, subject_id, grade_mask)
  )
  insert into title_mark_counts
  select kind, code, is_in_stock, mark, sum(titles)
  from counted join kinds using (category_id, subject_id, grade_mask)
  group by kind, code, is_in_stock, mark having sum(titles) <> 0
  order by kind, code, is_in_stock, mark;
  update title_marks set place = numbered.place
  from (select mark, row_number() over (order by sort_title, item_id) as place from title_marks) as numbered
  where title_marks.mark = numbered.mark and title_marks.place <> numbered.place;
end $$;

-- Splits a mark that has too many titles; false where there is none.
create function split_longest_title_mark() returns boolean language plpgsql as $$
declare
  longest integer;
begin
  select mark into longest from title_mark_counts where kind = 'all'
  group by mark having sum(titles) > 2000 order by sum(titles) desc limit 1;
  if longest is null then
    return false;
  end if;
  perform split_title_mark(longest);
  return true;
end $$;

create function recount_titles() returns void language plpgsql as $$
declare
  first integer;
begin
  lock table title_marks in share row exclusive mode;
  delete from title_counts;
  delete from title_mark_counts;
  delete from title_marks;
  insert into title_counts
  select category_id, subject_id, grade_mask, is_in_stock, sum(titles)
  from (
    select category_id, subject_id, grade_mask, is_in_stock, 1 as titles from items
    union all select category_id, subject_id, grade_mask, is_in_stock, -titles from title_changes
  ) as titles
  group by category_id, subject_id, grade_mask, is_in_stock having sum(titles) <> 0;
  insert into title_marks (sort_title, item_id, place) values ('', 0, 0) returning mark into first;
  perform split_title_mark(first);
end $$;

create function forget_title_counts() returns trigger language plpgsql as $$
begin
  delete from title_changes;
  perform recount_titles();
  return null;
end $$;
create trigger items_forget_counts after truncate on items for each statement execute function forget_title_counts();
