import { changeCase as changeCaseCall } from "#contract/desk/cases.ts";
import { centsOf } from "#contract/wire/money.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { setWords } from "./cases.queries.ts";
import { inCase } from "./in-case.ts";

type Words = { caseId: number; cost?: string | undefined; note: string };

/** Corrects the cost and the note of an open case. */
export async function changeCase(db: Database, { caseId, cost, note }: Words, actor: Actor): Promise<void> {
  await inCase(db, { call: changeCaseCall.call, caseId, actor }, async (tx, row) => {
    if (row.outcome !== null) throw new Refusal({ kind: "case-over" });
    await setWords(tx, caseId, { cents: cost === undefined ? row.cost_cents : centsOf(cost), note });
  });
}
