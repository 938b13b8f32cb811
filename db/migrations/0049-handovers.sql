-- Orders that staff handed over to a colleague: whose they were. A person who is forgotten is in no hand-over.
create table handovers (
  handover_id integer generated always as identity primary key,
  order_id integer not null references orders,
  from_borrower integer references borrowers on delete set null,
  to_borrower integer references borrowers on delete set null,
  handed_over_at timestamptz not null,
  handed_over_by integer not null references accounts
);
create index handovers_of_order on handovers (order_id);
create index handovers_from on handovers (from_borrower);
create index handovers_to on handovers (to_borrower);
