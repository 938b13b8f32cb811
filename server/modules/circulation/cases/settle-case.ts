import type { Settlement } from "#contract/desk/case-kinds.ts";
import { settleCase as settleCaseCall } from "#contract/desk/cases.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { closeCase } from "./cases.queries.ts";
import { inCase } from "./in-case.ts";

type Settled = { caseId: number; outcome: Settlement; note: string };

/** Closes an open case: it was paid, the copy was replaced, or the cost is waived. */
export async function settleCase(db: Database, { caseId, ...how }: Settled, actor: Actor): Promise<void> {
  await inCase(db, { call: settleCaseCall.call, caseId, actor }, async (tx, row) => {
    if (row.outcome !== null) throw new Refusal({ kind: "case-over" });
    await closeCase(tx, caseId, how, actor);
  });
}
