-- The state's directory of public schools, as staff upload it. The first seven digits of a CDS code are the county and the
-- district.

create extension if not exists pg_trgm; -- names that are similar

-- Names that people write differently: without accents, signs, and the words that schools and districts leave out.
create function school_key(text) returns text language plpgsql immutable strict parallel safe as $$
  declare key text := ' ' || regexp_replace(lower(unaccent($1)), '[^[:alnum:]]+', ' ', 'g') || ' ';
  begin
    key := regexp_replace(key, ' elem(?= )', ' elementary', 'g');
    key := regexp_replace(key, ' (usd|u s d)(?= )', ' unified', 'g');
    key := regexp_replace(key, ' hs(?= )', ' high', 'g');
    key := regexp_replace(key, ' (schools?|sch|districts?|dist)(?= )', '', 'g');
    return trim(key);
  end $$;

create table districts (
  district_code text primary key check (district_code ~ '^[0-9]{7}$'),
  district text not null,
  county text not null,
  words tsvector not null generated always as (words_of(district || ' ' || county)) stored
);
create index districts_words on districts using gin (words);

create table schools (
  school_id integer generated always as identity primary key,
  cds_code text not null unique check (cds_code ~ '^[0-9]{14}$'),
  district_code text not null references districts,
  school text not null check (school <> ''),
  -- as in districts: words and keys are of both
  district text not null,
  city text not null,
  state text not null,
  zip text not null,
  is_open boolean not null,
  name_key text not null generated always as (school_key(school)) stored,
  district_key text not null generated always as (school_key(district)) stored,
  words tsvector not null generated always as (words_of(school || ' ' || district || ' ' || city)) stored
);
create index schools_words on schools using gin (words) where is_open;
create index schools_by_name on schools (name_key, district_key);
create index schools_similar on schools using gin (name_key gin_trgm_ops);
create index schools_of_district on schools (district_code);

-- The files that were taken in, the last is the directory as it is.
create table school_files (
  file_id integer generated always as identity primary key,
  file_name text not null,
  uploaded_at timestamptz not null,
  uploaded_by integer not null references accounts,
  schools_open integer not null,
  schools_closed integer not null,
  added integer not null,
  changed integer not null,
  newly_closed integer not null
);

-- What staff decided about names that borrowers wrote: they mean this school, or they do not.
create table school_names (
  name_key text not null,
  district_key text not null,
  school_id integer not null references schools,
  is_same boolean not null,
  decided_at timestamptz not null,
  decided_by integer not null references accounts,
  primary key (name_key, district_key, school_id)
);
create unique index school_names_one_school on school_names (name_key, district_key) where is_same;
create index school_names_of_school on school_names (school_id);

-- The school that a written name and district mean: what staff decided, or the only one called so; an open one goes first.
create function school_of(name text, district text) returns integer language sql stable parallel safe as $$
  with named as (
    select school_id, is_open from schools where name_key = school_key(name) and district_key = school_key(district)
  )
  select coalesce(
    (select school_id from school_names
      where name_key = school_key(name) and district_key = school_key(district) and is_same),
    (select min(school_id) from named where is_open having count(*) = 1),
    (select min(school_id) from named having count(*) = 1))
$$;
