create trigger assignments_withdraw_offers after insert or update of copy_id, released_at on assignments
  for each row when (new.released_at is null) execute function withdraw_offer_of_copy();
