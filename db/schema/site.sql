-- The public site: news, documents, texts, and the mailing list.

-- News of the resource centre.
create table news (
  news_id integer generated always as identity primary key,
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  link text,
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  attachment_id integer references attachments,
  attachment_alt text not null default '',
  version integer not null default 1,
  changed_by integer references accounts,
  archived_at timestamptz,
  -- The Spanish version of a news item, beside the English one; empty where there is none. It is whole, or not there at all.
  title_in_spanish text not null default '',
  content_in_spanish text not null default '',
  attachment_alt_in_spanish text not null default '',
  english_changed_at timestamptz,
  constraint news_in_spanish_is_whole check ((title_in_spanish = '') = (content_in_spanish = ''))
);
create index news_of_attachment on news (attachment_id) where attachment_id is not null;
create index news_latest on news (published_at desc, news_id desc) where archived_at is null;

-- PDF files that staff puts on the public pages. The same content is kept once, under its hash.
create table documents (
  document_id integer generated always as identity primary key,
  -- of the bytes as they were uploaded: it names the stored file
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{32}$'),
  file_name text not null,
  -- in bytes
  size integer not null check (size > 0),
  uploaded_at timestamptz not null default now()
);
create index documents_by_age on documents (uploaded_at);

-- The site's own texts, and who wants to hear from the library.

-- Every save of a section of the site's content, whole. The newest version of a section is what visitors read; a
-- section that was never saved reads as it was installed (version 0). Nothing updates or deletes here: an order names
-- the version of the terms that it accepted.
create table site_content_revisions (
  revision_id integer generated always as identity primary key,
  section text not null,
  version integer not null check (version > 0),
  content jsonb not null,
  saved_at timestamptz not null,
  saved_by integer not null references accounts,
  -- the version that was brought back by this save; 0 is the text as installed
  restored_version integer check (restored_version >= 0),
  -- Since when the English text differs from the one that a Spanish text translates, so that staff can be told of it.
  -- By the path of the Spanish field in the content: {"documents.0.titleInSpanish": "2026-11-23T09:00:00.000Z"}.
  english_changed jsonb not null default '{}',
  -- of two who save on the same version, one is told
  unique (section, version)
);

-- What the content tells others: the name of the library, where staff gave it one.
create view site_names as
select content ->> 'siteName' as name from site_content_revisions
where section = 'site' order by version desc limit 1;

create view current_terms as
  select coalesce(newest.version, 0) as version,
    newest.version is null or coalesce(newest.content #>> '{points,0,headingInSpanish}', '') <> '' as is_in_spanish
  from (values (true)) as always
  left join lateral (
    select version, content from site_content_revisions where section = 'terms' order by version desc limit 1
  ) as newest on true;

-- Pictures that some version of the content shows: the sweep leaves them, so that a version can be brought back.
create table site_content_pictures (
  attachment_id integer primary key references attachments
);

-- Documents that some version of the content links to: the sweep leaves them, so that a version can be brought back.
create table site_content_documents (
  document_id integer primary key references documents
);

-- Who asked for news and has not said otherwise: whoever leaves is deleted.
create table mailing_list (
  subscriber_id integer generated always as identity primary key,
  email_address text not null check (email_address <> ''),
  -- one entry an address, however it is spelled
  email_key text not null unique,
  asked_at timestamptz not null,
  -- when the last mail about this entry was written: nobody can have an address flooded
  mailed_at timestamptz,
  -- of the link in the newest mail, hashed
  confirm_hash text unique,
  confirmed_at timestamptz,
  -- names the entry in the link that ends it; that is all it can do
  leave_key text not null unique
);
create index mailing_list_mailed on mailing_list (mailed_at);
