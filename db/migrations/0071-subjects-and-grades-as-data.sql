-- Managers change the subjects and grades: names in both languages, other words that they are found by, their order, and
-- which of them are still offered. Nothing is deleted.

alter table subjects
  add column position smallint not null default 0,
  add column name_in_spanish text not null default '',
  add column also_called text not null default '',
  add column is_hidden boolean not null default false;
alter table grades
  add column name_in_spanish text not null default '',
  add column also_called text not null default '',
  add column is_hidden boolean not null default false;

-- The Spanish names were constants of the browser until now; what follows the comma are other words, as in 0067.
create temporary table called (kind text, id integer, words text) on commit drop;
insert into called values
  ('subject', 1, 'Salud integral'),
  ('subject', 2, 'Alcohol y otras drogas, adicción, adicciones, sustancias'),
  ('subject', 3, 'Alimentación saludable, nutrición, comida, alimentos'),
  ('subject', 4, 'Salud mental y emocional, emociones, ansiedad, depresión, estrés'),
  ('subject', 5, 'Salud y bienestar personal, higiene'),
  ('subject', 6, 'Actividad física, ejercicio, deporte'),
  ('subject', 7, 'Seguridad, accidentes, lesiones'),
  ('subject', 8, 'Salud sexual, sexualidad, pubertad'),
  ('subject', 9, 'Tabaco, nicotina, vapeo, cigarrillos, fumar'),
  ('subject', 10, 'Prevención de la violencia, acoso'),
  ('subject', 11, 'Prevención del VIH, sida'),
  ('grade', 63, 'Todos los grados'), ('grade', 1, 'Preescolar'),
  ('grade', 2, 'Kínder a 2.º grado, primaria'), ('grade', 4, '3.º a 5.º grado, primaria'),
  ('grade', 8, '6.º a 8.º grado, intermedia, secundaria'), ('grade', 16, '9.º a 12.º grado, preparatoria, secundaria'),
  ('grade', 32, 'Adultos y profesionales');
update subjects set position = subject_id, name_in_spanish = split_part(words, ', ', 1),
  also_called = substr(words, length(split_part(words, ', ', 1)) + 3)
  from called where kind = 'subject' and id = subject_id;
update grades set name_in_spanish = split_part(words, ', ', 1),
  also_called = substr(words, length(split_part(words, ', ', 1)) + 3)
  from called where kind = 'grade' and id = grade_id;
alter table subjects alter column position drop default;

-- One save may exchange names and places: they are compared at the end of its statement. Not as unique keys: a rename would
-- wait for an import that holds a subject.
alter table subjects drop constraint subjects_subject_name_key,
  add constraint subjects_subject_name_key exclude (subject_name with =) deferrable,
  add constraint subjects_position_key exclude (position with =) deferrable;
alter table grades drop constraint grades_grade_name_key, drop constraint grades_position_key,
  add constraint grades_grade_name_key exclude (grade_name with =) deferrable,
  add constraint grades_position_key exclude (position with =) deferrable;

-- What a code is searched by follows from what it is called. Titles that have it are written by a job.
create function lexemes_of(text) returns text[] language sql stable as
  $$ select tsvector_to_array(to_tsvector('english', regexp_replace(unaccent($1), '[^[:alnum:]]+', ' ', 'g'))) $$;
create function subjects_derive() returns trigger language plpgsql as $$
begin
  new.lexemes := lexemes_of(new.subject_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  perform learn_words(new.subject_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  return new;
end $$;
create function grades_derive() returns trigger language plpgsql as $$
begin
  new.lexemes := lexemes_of(new.grade_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  perform learn_words(new.grade_name || ' ' || new.name_in_spanish || ' ' || new.also_called);
  return new;
end $$;
create trigger subjects_derive before insert or update of subject_name, name_in_spanish, also_called on subjects
  for each row execute function subjects_derive();
create trigger grades_derive before insert or update of grade_name, name_in_spanish, also_called on grades
  for each row execute function grades_derive();

-- A title with every bit of 63 is for all grades, those that are added later, too; bit 30 beside them says that it is for
-- just these grades (contract/titles/grade-masks.ts).
create or replace function words_of_codes(category smallint, subject smallint, mask integer) returns tsvector
  language sql stable as $$
  select array_to_tsvector(array_agg(distinct lexeme)) from (
    select unnest(lexemes) from categories where category_id = category
    union all select unnest(lexemes) from subjects where subject_id = subject
    union all select unnest(lexemes) from grades
      where (mask & 1073741887) = 63 or (grade_id <> 63 and (mask & grade_id) <> 0)
  ) as named (lexeme)
$$;

-- Each list is saved as a whole.
create table code_lists (
  list text primary key check (list in ('subjects', 'grades')),
  version integer not null default 0,
  changed_by integer references accounts
);
insert into code_lists (list) values ('subjects'), ('grades');
