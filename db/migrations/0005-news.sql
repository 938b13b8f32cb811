-- News of the resource centre.

create table news (
  news_id integer generated always as identity primary key,
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  link text,
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index news_latest on news (published_at desc, news_id desc);
