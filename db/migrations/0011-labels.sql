-- When somebody last found the printed label of a copy good; null when it has none, or none that is still right.

alter table copies add column label_printed_at timestamptz;
