-- "its" stands for infections in Spanish, and is a word of English sentences.
update thesaurus_entries set words = replace(words, ', ets, its,', ', ets,') where words like '%, ets, its,%' and version = 1;
