-- Since when the English text differs from the one that a Spanish text translates, so that staff can be told of it.

-- By the path of the Spanish field in the content: {"documents.0.titleInSpanish": "2026-11-23T09:00:00.000Z"}.
alter table site_content_revisions add column english_changed jsonb not null default '{}';

alter table news add column english_changed_at timestamptz;
