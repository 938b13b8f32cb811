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

-- Documents that some version of the content links to: the sweep leaves them, so that a version can be brought back.
create table site_content_documents (
  document_id integer primary key references documents
);
