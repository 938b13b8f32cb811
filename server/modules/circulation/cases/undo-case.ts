import { settlements } from "#contract/desk/case-kinds.ts";
import { undoCase as undoCaseCall } from "#contract/desk/cases.ts";
import { ownMessages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { lockCopyOf, reopenLoan } from "../returns/reopen-loan.ts";
import { closeCase, reopenCase } from "./cases.queries.ts";
import { objectionToReopening } from "./cases.rules.ts";
import { inCase } from "./in-case.ts";

/**
 * Takes back the last step of a case: settled, it is open again; open, it was a mistake. A lost copy is then out again,
 * unless it was lent since. What was settled is for those who may settle (403).
 */
export async function undoCase(db: Database, caseId: number, actor: Actor & { maySettle: boolean }): Promise<void> {
  await inCase(db, { call: undoCaseCall.call, caseId, actor }, async (tx, row, order) => {
    const { kind, outcome, loan, assignment_id: assignmentId, copy_id: copyId, item_id: itemId } = row;
    if (outcome !== null) {
      const isSettled = settlements.some((settlement) => settlement === outcome);
      const objection = isSettled ? objectionToReopening(kind, loan, row.open_kind) : { kind: "case-over" as const };
      if (objection) throw new Refusal(objection);
      if (!actor.maySettle) throw new HttpError(403, ownMessages.roleTooSmall);
      return reopenCase(tx, caseId);
    }
    if (kind !== "lost") return closeCase(tx, caseId, { outcome: "undone", note: "" }, actor);
    await lockCopyOf(tx, row);
    return reopenLoan(tx, { assignmentId, order, copyId, itemId, aside: "lost" }, actor.userId);
  });
}
