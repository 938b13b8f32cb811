alter table stock_take_copies drop constraint stock_take_copies_known_check;
alter table stock_take_copies add constraint stock_take_copies_known
  check (known in ('shelf', 'out', 'packed', 'held', 'inactive', 'archived', 'unlisted')) not valid;
alter table stock_take_copies drop constraint stock_take_copies_outcome_check;
alter table stock_take_copies add constraint stock_take_copies_outcome
  check (outcome in ('missing', 'handled', 'found', 'unexpected', 'misplaced', 'out', 'held')) not valid;
