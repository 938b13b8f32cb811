-- What teachers type, too, unless a clerk has changed the entry.
update thesaurus_entries set also_typed = also_typed || ', e-cigs, ecigs, cigarro electrónico, cigarros electrónicos'
where words like 'vaping, vape, %' and version = 1;
