-- A mistyped word may be meant as one word of a phrase of the thesaurus: looked up, instead of reading all phrases.

create index thesaurus_words_parts on thesaurus_words using gin (string_to_array(plain, ' '));
