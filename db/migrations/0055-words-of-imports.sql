-- What a word of a file means that the library does not have. Said once; every import reads it so.
create table import_words (
  field text not null check (field in ('category', 'subject', 'grade', 'language')),
  -- as it is compared: lower case, single spaces
  word text not null,
  -- as a file of this library would say it; empty: nothing
  value text not null,
  primary key (field, word)
);

-- [{field, word, rows, value}]: the words of the last check that the library does not have, most frequent first
alter table imports add column words jsonb not null default '[]';
