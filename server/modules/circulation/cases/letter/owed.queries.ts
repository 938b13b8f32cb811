import { owedKinds } from "#contract/desk/case-kinds.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

export type OwedItem = {
  case_id: number;
  kind: (typeof owedKinds)[number];
  parts: string;
  cost_cents: number;
  title: string;
  sku_number: string;
  copy_number: number;
  order_id: number;
};

export type Owed = {
  order_id: number;
  borrower_id: number;
  name: string;
  email_address: string;
  language: LanguageCode;
  is_read: boolean;
  is_confirmed: boolean;
  ship_to: string;
  /** When their address last got such a letter. */
  mailed_at: Date | null;
  /** Null when nothing is open. */
  items: OwedItem[] | null;
};

const isOwed = sql`closed_at is null and kind in (${sql.join(owedKinds.map((kind) => sql.lit(kind)))})`;

/** What a borrower has to settle, oldest first, at most so much of it; and how many there are and their cost in all. */
export async function owedByBorrower(db: Database, borrowerId: number, most: number) {
  const { rows } = await sql<OwedItem & { language: string; open: number; open_cents: number }>`
    select case_id, kind, cases.parts, cost_cents, title, items.language, copies.sku_number, copy_number, order_id,
      (count(*) over ())::integer as open, (sum(cost_cents) over ())::float as open_cents
    from orders join assignments using (order_id) join cases using (assignment_id) join copies using (copy_id)
    join items on items.item_id = assignments.item_id
    where borrower_id = ${borrowerId} and ${isOwed} order by case_id limit ${most}`.execute(db);
  return rows;
}

/** Everything that is open of the borrower of a case, but for what was claimed returned; oldest first. */
export async function owedBy(db: Database, caseId: number): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    select order_id, borrower_id, name, email_address, language, is_read, is_confirmed,
      concat_ws(E'\\n', ship_to_name, ship_to_school, ship_to_street,
        ship_to_city || ', ' || ship_to_state || ' ' || ship_to_zip) as ship_to,
      (select max(written_at) from mails where lower(to_address) = lower(email_address) and mails.kind = 'open-cases') as mailed_at,
      (select json_agg(json_build_object('case_id', case_id, 'kind', kind, 'parts', cases.parts, 'cost_cents', cost_cents, 'title', title,
          'sku_number', sku_number, 'copy_number', copy_number, 'order_id', other.order_id) order by case_id)
        from cases join assignments as loan using (assignment_id) join orders as other on other.order_id = loan.order_id
        join copies using (copy_id) join items on items.item_id = loan.item_id
        where other.borrower_id = orders.borrower_id and ${isOwed}) as items
    from cases as asked join assignments using (assignment_id) join orders using (order_id)
    join account_mailboxes using (borrower_id)
    where asked.case_id = ${caseId}`.execute(db);
  return rows[0];
}
