import { sql } from "kysely";
import type { ClaimKind } from "#contract/desk/claims.ts";
import type { Database } from "#server/platform/database.ts";
import { daysBefore } from "./chance.ts";

/** Opens a claim for a loan, as staff do. */
type OpenClaim = (
  db: Database,
  claim: { orderInventoryItemId: number; kind: ClaimKind; note: string },
  actor: { userId: number; at: Date },
) => Promise<number>;

type DemonstrationClaim = {
  kind: ClaimKind;
  tracking: string;
  sku: string;
  daysAgo: number;
  note: string;
  missingParts?: string;
};

const claims: readonly DemonstrationClaim[] = [
  {
    kind: "parts missing",
    tracking: "DEMO-2042-0110",
    sku: "B83435",
    daysAgo: 78,
    missingParts: "2 wound models @ 14.00",
    note: "Borrower thinks they are still in the nurse’s office and will mail them.",
  },
  {
    kind: "lost",
    tracking: "1Z999AA10123456784",
    sku: "B96866",
    daysAgo: 6,
    note: "Can’t be found after a classroom move. Borrower will ask the school to pay.",
  },
  {
    kind: "claimed returned",
    tracking: "DEMO-2043-0001",
    sku: "B32087",
    daysAgo: 2,
    note: "Borrower says it was mailed on its own last week.",
  },
];

/** Opens the demonstration's claims as its first administrator, if there is one. */
export async function seedClaims(db: Database, now: Date, openClaim: OpenClaim): Promise<void> {
  const { rows: admins } = await sql<{ user_id: number | null }>`
    select min(user_id) as user_id from accounts where user_type_id = 1`.execute(db);
  const userId = admins[0]?.user_id;
  if (!userId) return;
  for (const { kind, tracking, sku, daysAgo, note, missingParts = "" } of claims) {
    const { rows } = await sql<{ assignment_id: number }>`
      update assignments set condition = case when ${missingParts} = '' then condition else 'parts missing' end, missing_parts = ${missingParts}
      from orders, items
      where orders.order_id = assignments.order_id and items.item_id = assignments.item_id
        and tracking_number = ${tracking} and reference_number = ${sku}
      returning assignment_id`.execute(db);
    const [loan] = rows;
    if (!loan) throw new Error(`No demonstration order ${tracking} has ${sku}.`);
    const at = daysBefore(now, daysAgo);
    await openClaim(db, { orderInventoryItemId: loan.assignment_id, kind, note }, { userId, at });
  }
}
