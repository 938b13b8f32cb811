-- A subject's own name is a word of the entry that means it, so that "mental health" names the subject. Others have what titles
-- say instead of what is typed. What staff changed stays as it is; each of these files changes few rows.
update thesaurus_entries set words = words || more
from (values
  ('mental health, emotional health,%', ', mental and emotional health, salud mental y emocional'),
  ('hate crime, bias crime,%', ', antisemitism, islamophobia, hate-based violence')
) as added (beginning, more)
where words like beginning and version = 1;
