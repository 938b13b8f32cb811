-- Who placed an order for a caller; null: its borrower did. The terms of such an order were told by phone.
alter table orders add column placed_by integer references accounts;
