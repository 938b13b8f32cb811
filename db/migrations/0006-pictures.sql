-- Pictures of items and news. The same content is kept once, under its hash.

create table attachments (
  attachment_id integer generated always as identity primary key,
  -- of the bytes that were uploaded and of the way they are encoded anew: it names the stored files
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{32}$'),
  file_name text not null,
  -- of the picture as it was uploaded, upright, in pixels
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- the widths it is stored in, ascending, in pixels
  widths integer[] not null check (cardinality(widths) > 0),
  uploaded_at timestamptz not null default now()
);
create index attachments_by_age on attachments (uploaded_at);

alter table items add column attachment_id integer references attachments;
alter table items add column attachment_alt text not null default '';
create index items_of_attachment on items (attachment_id) where attachment_id is not null;

alter table news add column attachment_id integer references attachments;
alter table news add column attachment_alt text not null default '';
create index news_of_attachment on news (attachment_id) where attachment_id is not null;
alter table news add column version integer not null default 1;
alter table news add column changed_by integer references accounts;
alter table items add column changed_by integer references accounts;
