-- As the two files before: few titles have the words of these.
update thesaurus_entries set words = words || ', health misinformation, desinformación sobre la salud',
  also_typed = 'fake news, misinformation, dr google, health hoaxes'
where words like 'health literacy, health information,%' and version = 1;

update thesaurus_entries set broader = wider
from (values
  ('internet safety, online safety,%', 'internet, social media, cyberbullying'),
  ('gun violence, firearm,%', 'mass shootings, school shootings, mass violence')
) as widened (beginning, wider)
where words like beginning and version = 1;
