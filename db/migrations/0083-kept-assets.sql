-- The scripts and styles of the built web application, by their hashed names, of the versions that run or ran until lately: a
-- page that one version drew gets them from an instance of another.
create table kept_assets (
  name text primary key,
  content bytea not null,
  -- else the content is the file itself
  is_brotli boolean not null,
  -- when a version began that has no such file
  replaced_at timestamptz
);
