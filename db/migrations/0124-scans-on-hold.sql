alter table stock_take_scans drop constraint stock_take_scans_outcome_check;
alter table stock_take_scans add constraint stock_take_scans_outcome
  check (outcome in ('found', 'unexpected', 'misplaced', 'out', 'held', 'unknown')) not valid;
