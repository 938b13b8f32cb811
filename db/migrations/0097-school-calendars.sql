-- When the schools of a district are open. An empty district is for all that have no calendar.
create table school_calendars (
  calendar_id integer generated always as identity primary key,
  district text not null check (length(district) <= 200),
  district_key text not null generated always as (school_key(district)) stored unique,
  -- [{ from, to }] and [{ from, to, about }], days as YYYY-MM-DD; the contract has their rules
  years jsonb not null check (jsonb_typeof(years) = 'array'),
  breaks jsonb not null check (jsonb_typeof(breaks) = 'array'),
  version integer not null default 1,
  changed_by integer not null references accounts,
  changed_at timestamptz not null,
  check (district = '' or school_key(district) <> '')
);

-- The calendar of a borrower: that of their school's district, of the district that they wrote, or of all others.
create function calendar_of(borrower integer) returns integer language sql stable parallel safe as $$
  select calendar_id
  from borrowers
    left join schools using (school_id)
    left join districts on districts.district_code = schools.district_code
    join school_calendars on school_calendars.district_key in
      (school_key(districts.district), school_key(borrowers.school_district), '')
  where borrower_id = borrower
  order by school_calendars.district_key = '', school_calendars.district_key = school_key(districts.district) desc nulls last
  limit 1
$$;
