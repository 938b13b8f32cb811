-- A signing key is known to every instance before it signs. The one that is there counts as new, so that none turns over
-- while instances of the version before, which read it once, are still running.
alter table signing_keys add column signs_from timestamptz not null default now();
