-- A title is also found by its category, subject and grades, in English and in Spanish, with what else Spanish searchers call
-- them. They say nothing about how well it fits: the headline, which ranks, stays as it is.

alter table categories add column lexemes text[] not null default '{}';
alter table subjects add column lexemes text[] not null default '{}';
alter table grades add column lexemes text[] not null default '{}';

create temporary table called (kind text, id integer, words text) on commit drop;
insert into called values
  ('category', 1, 'Libro'), ('category', 2, 'Video'), ('category', 3, 'Audio grabación'),
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

create function pg_temp.lexemes_of(text) returns text[] language sql as
  $$ select tsvector_to_array(to_tsvector('english', regexp_replace(unaccent($1), '[^[:alnum:]]+', ' ', 'g'))) $$;
update categories set lexemes = pg_temp.lexemes_of(category_name || ' ' || words) from called
  where kind = 'category' and id = category_id;
update subjects set lexemes = pg_temp.lexemes_of(subject_name || ' ' || words) from called
  where kind = 'subject' and id = subject_id;
update grades set lexemes = pg_temp.lexemes_of(grade_name || ' ' || words) from called
  where kind = 'grade' and id = grade_id;
select learn_words(string_agg(words, ' ')) from called;

-- What the codes of a title are called; "All grades" only where it is for all of them.
create function words_of_codes(category smallint, subject smallint, mask integer) returns tsvector language sql stable as $$
  select array_to_tsvector(array_agg(distinct lexeme)) from (
    select unnest(lexemes) from categories where category_id = category
    union all select unnest(lexemes) from subjects where subject_id = subject
    union all select unnest(lexemes) from grades where grade_id & mask = grade_id
  ) as named (lexeme)
$$;

-- Without the index and the triggers below, every row is written once.
drop index items_search;
update items set search = search || words_of_codes(category_id, subject_id, grade_mask);
create index items_search on items using gin (search);

-- Whatever writes a title's words, these are added after it: triggers run in the order of their names.
create function items_search_codes() returns trigger language plpgsql as $$
begin
  new.search := strip(new.search || words_of_codes(new.category_id, new.subject_id, new.grade_mask));
  return new;
end $$;

create trigger items_derive_of_codes before update of category_id, grade_mask on items
  for each row execute function items_derive();
create trigger items_search_codes before insert on items for each row execute function items_search_codes();
create trigger items_search_codes_again before update on items
  for each row when (new.search is distinct from old.search) execute function items_search_codes();
