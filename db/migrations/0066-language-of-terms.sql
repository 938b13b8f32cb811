-- An order says in which language its borrower could read the terms that it accepted.

alter table orders add column terms_language text not null default 'en' check (terms_language in ('en', 'es'));

-- The terms that an order placed now accepts, and whether they can be read in Spanish: as a whole or not at all, and the
-- original ones can.
drop view current_terms;
create view current_terms as
  select coalesce(newest.version, 0) as version,
    newest.version is null or coalesce(newest.content #>> '{points,0,headingInSpanish}', '') <> '' as is_in_spanish
  from (values (true)) as always
  left join lateral (
    select version, content from site_content_revisions where section = 'terms' order by version desc limit 1
  ) as newest on true;
