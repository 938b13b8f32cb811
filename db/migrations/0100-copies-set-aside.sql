create trigger copies_withdraw_offers after update of is_inactive on copies
  for each row when (new.is_inactive) execute function withdraw_offer_of_copy();
