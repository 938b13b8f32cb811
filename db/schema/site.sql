-- The public site: news, documents, texts, and the mailing list.

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
  -- Spanish texts are complete or empty.
  title_in_spanish text not null default '',
  content_in_spanish text not null default '',
  attachment_alt_in_spanish text not null default '',
  english_changed_at timestamptz,
  constraint news_in_spanish_is_whole check ((title_in_spanish = '') = (content_in_spanish = ''))
);
create index news_of_attachment on news (attachment_id) where attachment_id is not null;
create index news_latest on news (published_at desc, news_id desc) where archived_at is null;

-- PDF files on the public pages. The same content is stored once, under its hash.
create table documents (
  document_id integer generated always as identity primary key,
  -- the hash of the uploaded bytes; it names the stored file
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{32}$'),
  file_name text not null,
  -- in bytes
  size integer not null check (size > 0),
  uploaded_at timestamptz not null default now()
);
create index documents_by_age on documents (uploaded_at);


-- Every saved version of a section of the site's texts. Visitors read the newest; a section that was never saved reads as
-- installed (version 0). Rows never change, because an order names the version of the terms that it accepted.
create table site_content_revisions (
  revision_id integer generated always as identity primary key,
  section text not null,
  version integer not null check (version > 0),
  content jsonb not null,
  saved_at timestamptz not null,
  saved_by integer not null references accounts,
  -- the version that this save restored; 0 is the installed text
  restored_version integer check (restored_version >= 0),
  -- when the English text changed after its translation, by the path of the Spanish field:
  -- {"documents.0.titleInSpanish": "2026-11-23T09:00:00.000Z"}
  english_changed jsonb not null default '{}',
  -- of two saves of the same version, the second is refused
  unique (section, version)
);

-- The library's name, if staff entered one.
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

-- Pictures in any version of the texts. Cleanup keeps them, so that a version can be restored.
create table site_content_pictures (
  attachment_id integer primary key references attachments
);

-- Documents in any version of the texts. Cleanup keeps them, so that a version can be restored.
create table site_content_documents (
  document_id integer primary key references documents
);

-- Subscribers to the mailing list. Unsubscribing deletes the row.
create table mailing_list (
  subscriber_id integer generated always as identity primary key,
  email_address text not null check (email_address <> ''),
  -- one row for an address, however it's spelled
  email_key text not null unique,
  asked_at timestamptz not null,
  -- limits email, so that nobody can flood an address
  mailed_at timestamptz,
  -- the hash of the newest email's link
  confirm_hash text unique,
  confirmed_at timestamptz,
  -- for the link that unsubscribes, and good for nothing else
  leave_key text not null unique
);
create index mailing_list_mailed on mailing_list (mailed_at);
