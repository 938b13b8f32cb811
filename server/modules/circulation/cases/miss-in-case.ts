import type { Transaction } from "#server/platform/database.ts";
import { openCaseOfParts, setParts } from "./cases.queries.ts";
import { firstCost } from "./cases.rules.ts";

type Before = { assignment_id: number; missing_parts: string; replacement_cost: string };

/** After the desk ticked other parts: the open case is about those; its cost follows unless somebody agreed on another. */
export async function missInCase(tx: Transaction, before: Before, parts: string): Promise<void> {
  const open = await openCaseOfParts(tx, before.assignment_id);
  if (!open || parts === before.missing_parts) return;
  const { replacement_cost: whole } = before;
  const isFirst = open.cost_cents === firstCost(before.missing_parts, whole);
  await setParts(tx, open.case_id, { parts, cents: isFirst ? firstCost(parts, whole) : open.cost_cents });
}
