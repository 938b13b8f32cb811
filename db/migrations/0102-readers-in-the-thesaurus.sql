-- As the file before: who is meant is called otherwise in titles.
update thesaurus_entries set words = words || more
from (values
  ('native american, american indian,%', ', indians of north america, native youth, native communities'),
  ('teen pregnancy, teenage pregnancy,%', ', pregnant teenagers, pregnant youth, pregnant students, teenage parents')
) as added (beginning, more)
where words like beginning and version = 1;

update thesaurus_entries
set words = 'strength training, weight training, muscle strengthening, muscle strength, get strong, entrenamiento de fuerza, fuerza muscular'
where words like 'strength training, weight training,%' and version = 1;
