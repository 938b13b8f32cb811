-- Finds words of a thing's name or of a call in the audit without reading all of it.

create index audit_words on audit_entries using gin ((subject_label || ' ' || call) gin_trgm_ops);
