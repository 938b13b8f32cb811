import type { StaffRole } from "#contract/staff/roles.ts";
import { inTransaction } from "#server/platform/database.ts";
import { recordAudit } from "#server/platform/record-audit.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import { findStaff, holdActiveStaff, setRole } from "./staff.queries.ts";

/**
 * Gives a colleague another role and ends their sessions, so that every screen of theirs knows it. Nobody changes their
 * own: so a manager always stays, even when two demote each other at the same moment.
 */
export async function changeRole(
  { db, clock }: Parts,
  callerId: number,
  { userId, role }: { userId: number; role: StaffRole },
): Promise<void> {
  if (userId === callerId) throw new Refusal({ kind: "own-account" });
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    if (!(await holdActiveStaff(tx, callerId)).isManager) throw new HttpError(401);
    const { user_name: label, role: before } = found(await findStaff(tx, userId));
    if (before === role) return; // pressed twice
    await setRole(tx, userId, role);
    await revokeOtherSessions(tx, userId, null, at);
    const call = "POST Staff/ChangeRole/{userId}";
    const change = {
      kind: "staff",
      subjectId: userId,
      label,
      before: { Role: before },
      after: { Role: role },
    } as const;
    await recordAudit(tx, { userId: callerId, at }, { call, ...change });
  });
}
