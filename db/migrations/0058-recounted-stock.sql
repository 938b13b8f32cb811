-- Undoing a check-in on an order that staff had made New again left its other titles promised: count all titles again.
update items set
  requested = counted.requested,
  checked_out = counted.checked_out,
  shortfall = greatest(0, counted.checked_out + counted.requested - active_copies)
from circulation_stock as counted
where items.item_id = counted.item_id
  and (items.requested, items.checked_out) is distinct from (counted.requested, counted.checked_out);
