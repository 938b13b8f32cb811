-- How a scan answers this person beside the screen, on every device
alter table staff add column scan_signals text[] not null default '{}' check (scan_signals <@ array['sound', 'vibration']);
