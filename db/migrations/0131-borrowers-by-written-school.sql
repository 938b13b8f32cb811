create index concurrently borrowers_by_written_school on borrowers (lower(school_name), lower(school_district))
