-- Titles about menstruation are few, and those about reproductive health tell of it. Women are whom many titles are for, by either word.
update thesaurus_entries set broader = 'puberty, reproductive health, pubertad, salud reproductiva'
where words like 'menstruation, menstrual,%' and version = 1;

insert into thesaurus_entries (words) values ('women, woman, mujer, mujeres');
