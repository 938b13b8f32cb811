create index concurrently bookings_at_risk on bookings (order_line_id) where copy_id is null
