-- The rows that every library starts with. Managers change subjects, grades, reminders, and settings on their screens.

insert into statuses (status_id, status_name) values
  (0, 'Undefined'), (1, 'New'), (2, 'Processing'), (3, 'Shipped'), (4, 'Returned'), (5, 'Canceled');

insert into categories (category_id, category_name, lexemes) values
  (1, 'Book', '{book,libro}'), (2, 'Video', '{video}'), (3, 'Audio', '{audio,grabacion}');

insert into subjects (subject_id, position, subject_name, name_in_spanish, also_called) values
  (1, 1, 'Comprehensive Health', 'Salud integral', ''),
  (2, 2, 'Alcohol and Other Drugs', 'Alcohol y otras drogas', 'sustancias'),
  (3, 3, 'Healthy Eating', 'Alimentación saludable', 'nutrición, comida, alimentos'),
  (4, 4, 'Mental and Emotional Health', 'Salud mental y emocional', ''),
  (5, 5, 'Personal Health and Wellness', 'Salud y bienestar personal', ''),
  (6, 6, 'Physical Activity', 'Actividad física', 'ejercicio, deporte'),
  (7, 7, 'Safety', 'Seguridad', 'accidentes, lesiones'),
  (8, 8, 'Sexual Health', 'Salud sexual', 'sexualidad'),
  (9, 9, 'Tobacco', 'Tabaco', 'cigarrillos, fumar'),
  (10, 10, 'Violence Prevention', 'Prevención de la violencia', ''),
  (11, 11, 'HIV Prevention', 'Prevención del VIH', 'sida');

insert into grades (grade_id, position, grade_name, name_in_spanish, also_called) values
  (63, 0, 'All grades', 'Todos los grados', ''),
  (1, 1, 'Preschool', 'Preescolar', ''),
  (2, 2, 'Grades K-2', 'Kínder a 2.º grado', 'primaria'),
  (4, 3, 'Grades 3-5', '3.º a 5.º grado', 'primaria'),
  (8, 4, 'Grades 6-8', '6.º a 8.º grado', 'intermedia, secundaria'),
  (16, 5, 'Grades 9-12', '9.º a 12.º grado', 'preparatoria, secundaria'),
  (32, 6, 'Adult/Professional', 'Adultos y profesionales', '');

insert into code_lists (list) values ('subjects'), ('grades');

select learn_words('libro video audio grabación');

insert into settings default values;
insert into reminder_steps default values;
insert into import_turn default values;
insert into library_time_zone (time_zone) values ('America/Los_Angeles');
