-- Whom an email reaches goes first: a copy held for anybody else would wait for nothing.
create or replace view queue_ready as
select place_id, item_id, password_hash is not null and mailbox_confirmed_at is not null as is_reached
from queue_places join borrowers using (borrower_id) join accounts using (user_id)
where left_at is null and not is_paused and blocked_because = ''
  and (needed_from is null or needed_from <= current_date + 14) and (needed_to is null or needed_to >= current_date)
  and not exists (select from queue_offers where queue_offers.place_id = queue_places.place_id and closed_at is null);
