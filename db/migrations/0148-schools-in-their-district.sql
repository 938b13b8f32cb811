-- The school that a written name and district mean, in that district: in a statement about schools, "district" was their own column,
-- so every school of the name counted, and one that two districts have was found for nobody.
create or replace function school_of(name text, district text) returns integer language sql stable parallel safe as $$
  with named as (
    select school_id, is_open from schools where name_key = school_key($1) and district_key = school_key($2)
  )
  select coalesce(
    (select school_id from school_names where name_key = school_key($1) and district_key = school_key($2) and is_same),
    (select min(school_id) from named where is_open having count(*) = 1),
    (select min(school_id) from named having count(*) = 1))
$$;
