-- in batches
-- Orders whose giver was forgotten before version 0119's: a hand-over from nobody marks them. What they are found by is made again from
-- who has them, who had them in between, and their titles; the words that go are the giver's, so that notes with them go, too. Address,
-- tracking numbers, reports of before and what undoes the last status go as when somebody is forgotten now.
with batch as (
  select order_id from (
    select distinct order_id from handovers where from_borrower is null and order_id > $1 order by order_id limit $2
  ) as given join orders using (order_id) order by order_id for no key update of orders
), made as (
  select own.order_id, own.words as before, street, city, state, zip, (
      select max(handed_over_at) from handovers where handovers.order_id = own.order_id and from_borrower is null) as handed_over_at,
    order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
      select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
      where order_lines.order_id = own.order_id)) || words_of(coalesce((
        select string_agg(others.name || ' ' || others.email_address, ' ')
        from handovers join borrowers as others on others.borrower_id = from_borrower
        where handovers.order_id = own.order_id), '')) as words
  from batch join orders as own using (order_id) join borrowers using (borrower_id)
), naming as (
  select *, array(
    select lexeme from unnest(tsvector_to_array(before)) as lexeme
    where lexeme not like 'school/%' and not lexeme = any(tsvector_to_array(words))) as gone
  from made where words <> before
), mended as (
  update orders as own set version = version + 1, words = naming.words, tracking_number = '', sent_back_tracking = '',
    ship_to_street = street, ship_to_city = city, ship_to_state = state, ship_to_zip = zip,
    note = case when words_in(note) && gone then '' else note end,
    cancel_reason = case when words_in(cancel_reason) && gone then '' else cancel_reason end
  from naming where own.order_id = naming.order_id
), noted as (
  update assignments set condition_note = '' from naming
  where assignments.order_id = naming.order_id and words_in(condition_note) && gone
), closed as (
  update cases set note = case when words_in(note) && gone then '' else note end,
    closing_note = case when words_in(closing_note) && gone then '' else closing_note end
  from naming join assignments using (order_id)
  where cases.assignment_id = assignments.assignment_id and (words_in(note) && gone or words_in(closing_note) && gone)
), saved as (
  delete from status_saves using naming where status_saves.order_id = naming.order_id
), reported as (
  delete from problem_reports using naming
  where problem_reports.order_id = naming.order_id and written_at <= handed_over_at
), mailed as (
  -- the colleague's email about the loans has the name; it was written in that moment
  delete from mails using naming where kind = 'loans-handed-over' and written_at = handed_over_at
), audited as (
  update audit_entries set changes = coalesce((
    select jsonb_agg(change) from jsonb_array_elements(changes) as change
    where change ->> 'field' in ('Status', 'Ship date', 'Return date')
      or change ->> 'field' like 'Quantity of %' or change ->> 'field' like 'Copies of %'), '[]')
  from naming where kind = 'order' and subject_id = naming.order_id
    and (at <= handed_over_at or words_in(changes::text) && gone)
)
select max(order_id) as last, (select max(order_id) from handovers) as whole from batch
