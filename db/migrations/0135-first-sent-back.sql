-- The first day that was said of a parcel that its borrower mailed back: what is said later does not put it off for good
alter table orders add column first_sent_back_on date;
