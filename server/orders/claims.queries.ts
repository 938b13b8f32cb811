import { type CaseKind, type Outcome, owedKinds } from "#contract/desk/cases.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

export type CaseRow = Awaited<ReturnType<typeof casesOfOrders>>[number];

export async function casesOfOrders(db: Database, ...orderIds: readonly number[]) {
  return described(db).where("assignments.order_id", "in", orderIds).orderBy("case_id").execute();
}

/** How many cases of each of these borrowers are open; who has none is left out. */
export async function openCasesOf(db: Database, borrowerIds: readonly number[]): Promise<Map<number, number>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders")
    .innerJoin("assignments", "assignments.order_id", "orders.order_id")
    .innerJoin("cases", "cases.assignment_id", "assignments.assignment_id")
    .select(["borrower_id", sql<number>`count(*)::integer`.as("open")])
    .where("borrower_id", "in", borrowerIds)
    .where("closed_at", "is", null)
    .groupBy("borrower_id")
    .execute();
  return new Map(rows.map(({ borrower_id, open }) => [borrower_id ?? 0, open]));
}

export const described = (db: Database) =>
  db
    .selectFrom("cases")
    .innerJoin("assignments", "assignments.assignment_id", "cases.assignment_id")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["case_id", "cases.assignment_id", "cases.note", "cost_cents", "opened_at", "closed_at", "closing_note"])
    .select("cases.parts")
    .select([sql<CaseKind>`kind`.as("kind"), sql<Outcome | null>`outcome`.as("outcome")])
    .select([
      "orders.order_id",
      "orders.borrower_id",
      "ship_to_name",
      "ship_to_school",
      "copies.copy_id",
      "items.item_id",
    ])
    .select(["copies.sku_number", "copy_number", "title", "items.language"])
    // not joined: PostgreSQL orders at most eight tables by itself, and these would be in the way
    .select([
      sql<string | null>`(select name from account_names where user_id = opened_by)`.as("opened_by_name"),
      sql<string | null>`(select name from account_names where user_id = closed_by)`.as("closed_by_name"),
    ]);

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

export const isOwed = sql`closed_at is null and kind in (${sql.join(owedKinds.map((kind) => sql.lit(kind)))})`;

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
