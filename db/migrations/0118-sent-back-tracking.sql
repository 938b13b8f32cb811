create index concurrently orders_sent_back_tracking on orders (regexp_replace(lower(sent_back_tracking), '[^a-z0-9]', '', 'g') text_pattern_ops)
  where sent_back_tracking <> '';
