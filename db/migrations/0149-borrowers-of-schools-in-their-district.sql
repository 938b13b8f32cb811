-- in batches
-- Borrowers are joined to the school that their words mean in their district.
with batch as (select borrower_id from borrowers where borrower_id > $1 order by borrower_id limit $2 for no key update),
changed as (
  update borrowers set school_id = school_of(school_name, school_district) from batch
  where borrowers.borrower_id = batch.borrower_id and school_id is distinct from school_of(school_name, school_district)
)
select max(borrower_id) as last, (select max(borrower_id) from borrowers) as whole from batch
