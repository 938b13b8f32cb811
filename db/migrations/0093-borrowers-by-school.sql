create index concurrently borrowers_by_school on borrowers (school_id);
