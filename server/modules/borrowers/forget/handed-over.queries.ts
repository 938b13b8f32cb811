import type { Transaction } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";
import { namelessChanges } from "./forget.queries.ts";
import type { Leaving } from "./person.queries.ts";

/** The orders that a borrower handed over, which are a colleague's now. */
export async function ordersHandedOver(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where borrower_id <> ${borrowerId}
      and order_id in (select order_id from handovers where from_borrower = ${borrowerId})
    order by order_id for update`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/**
 * Takes who gave these orders away off them: the address is the colleague's, as the name is already, and nobody finds the order
 * by the giver's name anymore. What the giver wrote goes, and what the audit has of the time before; of what staff wrote, what
 * names the giver.
 */
export async function takeGiverOff(tx: Transaction, orderIds: readonly number[], giver: Leaving): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  const before = sql`(
    select max(handed_over_at) from handovers where handovers.order_id = own.order_id and from_borrower = ${giver.borrower_id})`;
  const { isNaming, unlessNaming } = wordsOf(giver);
  await sql`
    update orders as own set version = version + 1, tracking_number = '', sent_back_tracking = '',
      ship_to_street = street, ship_to_city = city, ship_to_state = state, ship_to_zip = zip,
      note = ${unlessNaming(sql`own.note`)}, cancel_reason = ${unlessNaming(sql`own.cancel_reason`)},
      changed_by = nullif(own.changed_by, ${giver.user_id}),
      words = order_words(ship_to_name, ship_to_school || ' ' || ship_to_district, email_address, (
        select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
        where order_lines.order_id = own.order_id)) || words_of(coalesce((
          select string_agg(others.name || ' ' || others.email_address, ' ')
          from handovers join borrowers as others on others.borrower_id = from_borrower
          where handovers.order_id = own.order_id and from_borrower <> ${giver.borrower_id}), ''))
    from borrowers where borrowers.borrower_id = own.borrower_id and own.order_id = ${ids}`.execute(tx);
  await sql`
    update assignments set condition_note = ${unlessNaming(sql`condition_note`)},
      released_by = nullif(released_by, ${giver.user_id})
    where order_id = ${ids}`.execute(tx);
  await sql`
    update cases set note = ${unlessNaming(sql`cases.note`)}, closing_note = ${unlessNaming(sql`cases.closing_note`)}
    from assignments where assignments.assignment_id = cases.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`delete from status_saves where order_id = ${ids}`.execute(tx);
  await sql`
    delete from problem_reports as own where order_id = ${ids} and written_at <= ${before}`.execute(tx);
  await sql`
    update audit_entries set changes = ${namelessChanges} from orders as own
    where kind = 'order' and subject_id = own.order_id and own.order_id = ${ids}
      and (at <= ${before} or ${isNaming(sql`changes::text`)})`.execute(tx);
}

/** Whether a text has a name or an address that they have or had. */
function wordsOf({ names, addresses }: Leaving) {
  const words = [...names.map((name) => name.toLowerCase()), ...addresses].filter((word) => word !== "");
  const isNaming = (text: RawBuilder<unknown>) =>
    sql`exists (select from unnest(${words}::text[]) as word where position(word in lower(${text})) > 0)`;
  const unlessNaming = (text: RawBuilder<unknown>) => sql`case when ${isNaming(text)} then '' else ${text} end`;
  return { isNaming, unlessNaming };
}
