import { sql } from "kysely";
import { initialSettings } from "#contract/admin/settings.ts";
import type { OrderDays } from "#contract/orders/orders.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Transaction } from "#server/platform/database.ts";

export type OrderFacts = {
  order_id: number;
  tracking_number: string;
  ship_date: string | null;
  return_date: string | null;
  ship_to: string;
  lines: { title: string; quantity: number }[];
  name: string;
  email_address: string;
  language: LanguageCode;
  /** The account has a login. Demonstration borrowers don't, and get no email. */
  is_read: boolean;
  is_confirmed: boolean;
  borrower_id: number;
  days?: OrderDays | null;
};
const shipTo = sql`concat_ws(E'\\n', ship_to_name, ship_to_school, ship_to_street, ship_to_city || ', ' || ship_to_state || ' ' || ship_to_zip) as ship_to`;

export async function factsOfOrder(tx: Transaction, orderId: number): Promise<OrderFacts | undefined> {
  const { rows } = await sql<OrderFacts>`
  select order_id, borrower_id, tracking_number, ship_date, return_date, name, email_address, is_read, is_confirmed, language,
    ${shipTo},
    (select json_agg(json_build_object('title', title, 'quantity', quantity) order by order_line_id)
      from order_lines join items using (item_id) where order_lines.order_id = orders.order_id) as lines,
    (select json_build_object('leavesBy', leaves_on, 'withYouBy', arrives_on, 'teachFrom', teach_from, 'teachTo', teach_to,
        'postBackBy', post_on, 'dueBy', due_on)
      from line_days join order_lines using (order_line_id) where order_lines.order_id = orders.order_id limit 1) as days
  from orders join account_mailboxes using (borrower_id)
  where order_id = ${orderId}`.execute(tx);
  return rows[0];
}

const rest = sql<number>`coalesce((select (chosen ->> 'returnMailMinutes')::integer from settings), ${initialSettings.returnMailMinutes})`;

/** How long a notice waits: until the change is final, or until the desk has paused. */
export const secondsUntil = {
  final: sql<number>`least(${rest}, 2) * 60`,
  desk: sql<number>`${rest} * 60`,
};
