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
  -- of two who save on the same version, one is told
  unique (section, version)
);

-- Pictures that some version of the content shows: the sweep leaves them, so that a version can be brought back.
create table site_content_pictures (
  attachment_id integer primary key references attachments
);

-- The version of the terms that an order placed now accepts.
create view current_terms as
  select coalesce(max(version), 0) as version from site_content_revisions where section = 'terms';

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
