-- What the content tells others: the name of the library, where staff gave it one.
create view site_names as
select content ->> 'siteName' as name from site_content_revisions
where section = 'site' order by version desc limit 1;
