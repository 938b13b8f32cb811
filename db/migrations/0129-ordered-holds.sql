create index concurrently queue_offers_ordered on queue_offers (closed_at) where outcome = 'ordered'
