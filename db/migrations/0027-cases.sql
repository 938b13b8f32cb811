-- What becomes of copies that do not come back as they left. A case belongs to a loan; while it is open, the loan must be
-- in the state that its kind says, which the reference to (assignment_id, loan) proves.

alter table items add column replacement_cost text not null default ''
  constraint items_replacement_cost_is_an_amount check (replacement_cost ~ '^(\d{1,5}\.\d\d)?$');
-- Rows that were checked and not saved yet know nothing of it.
update import_rows set draft = '{"replacementCost": ""}'::jsonb || draft where draft is not null;

alter table assignments
  drop constraint assignments_release_reason_check,
  add constraint assignments_release_reason_check check (release_reason in ('undone', 'returned', 'lost')),
  add column loan text not null generated always as (coalesce(release_reason, 'out')) stored,
  add constraint assignments_with_loan unique (assignment_id, loan);

create table cases (
  case_id integer generated always as identity primary key,
  assignment_id integer not null,
  loan text not null,
  kind text not null check (kind in ('lost', 'claimed returned', 'parts missing', 'damaged')),
  cost_cents integer not null check (cost_cents between 0 and 9999999),
  note text not null,
  opened_at timestamptz not null,
  opened_by integer not null references accounts,
  closed_at timestamptz,
  closed_by integer references accounts,
  -- the first three are settled by staff; the rest follows from what happened to the copy
  outcome text check (outcome in ('paid', 'replaced', 'waived', 'found', 'lost', 'undone')),
  closing_note text not null default '',
  check ((closed_at is null) = (outcome is null)),
  constraint cases_open_while_the_loan_is_so check (
    closed_at is not null
    or loan = case kind when 'lost' then 'lost' when 'claimed returned' then 'out' else 'returned' end
  ),
  constraint cases_of_a_loan
    foreign key (assignment_id, loan) references assignments (assignment_id, loan) on update cascade
);
create unique index cases_one_open_per_loan on cases (assignment_id) where closed_at is null;
create index cases_of_assignment on cases (assignment_id);
create index cases_newest on cases (opened_at desc, case_id desc);
create index cases_open on cases (opened_at desc, case_id desc) where closed_at is null;

-- A loan that changes its state closes the case that it no longer fits: a copy that comes back is found.
create function loans_close_cases() returns trigger language plpgsql as $$
begin
  update cases set
    closed_at = coalesce(new.released_at, now()),
    closed_by = new.released_by,
    outcome = case
      when old.release_reason = 'returned' then 'undone'
      when new.release_reason = 'returned' then 'found'
      when new.release_reason = 'lost' then 'lost'
      else 'undone'
    end
  where assignment_id = old.assignment_id and closed_at is null;
  return new;
end $$;
create trigger loans_close_cases before update of release_reason on assignments
  for each row when (old.release_reason is distinct from new.release_reason)
  execute function loans_close_cases();

-- Undone, it opens again what it had closed.
create function loans_reopen_cases() returns trigger language plpgsql as $$
begin
  update cases set closed_at = null, closed_by = null, outcome = null
  where assignment_id = new.assignment_id and closed_at = old.released_at and outcome in ('found', 'lost')
    and kind = case when new.release_reason is null then 'claimed returned' else new.release_reason end;
  return null;
end $$;
create trigger loans_reopen_cases after update of release_reason on assignments
  for each row when (old.released_at is not null and old.release_reason is distinct from new.release_reason)
  execute function loans_reopen_cases();

-- A lost copy that staff set active on its title's page was found.
create function copies_close_cases() returns trigger language plpgsql as $$
begin
  update cases set closed_at = now(), outcome = 'found'
  from assignments
  where assignments.assignment_id = cases.assignment_id and assignments.copy_id = new.copy_id
    and kind = 'lost' and closed_at is null;
  return null;
end $$;
create trigger copies_close_cases after update of inactive_reason on copies
  for each row when (old.inactive_reason = 'lost' and new.inactive_reason is distinct from 'lost')
  execute function copies_close_cases();
