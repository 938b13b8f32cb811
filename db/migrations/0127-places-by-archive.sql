create index concurrently queue_places_left_with_archive on queue_places (item_id) where left_with is not null
