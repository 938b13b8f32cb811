-- The day on which a parcel came to its school, as its borrower said
alter table orders add column arrived_on date;
