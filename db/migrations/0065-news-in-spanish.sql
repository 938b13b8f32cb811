-- The Spanish version of a news item, beside the English one; empty where there is none. It is whole, or not there at all.

alter table news add column title_in_spanish text not null default '';
alter table news add column content_in_spanish text not null default '';
alter table news add column attachment_alt_in_spanish text not null default '';
alter table news add constraint news_in_spanish_is_whole check ((title_in_spanish = '') = (content_in_spanish = ''));
