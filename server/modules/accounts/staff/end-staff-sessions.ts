import { inTransaction } from "#server/platform/database.ts";
import { recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Parts } from "#server/parts.ts";
import { endSessions } from "./staff-sessions.queries.ts";
import { findStaff } from "./staff.queries.ts";

/**
 * Ends one session of an administrator, or all of them, but not the caller's own, which logging out ends. A session that
 * is over already is not found.
 */
export async function endStaffSessions(
  { db, clock }: Parts,
  caller: { userId: number; sessionId: string },
  { userId, sessionNumber }: { userId: number; sessionNumber?: number },
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const { user_name: label } = found(await findStaff(tx, userId));
    const isOne = sessionNumber !== undefined;
    const ended = await endSessions(tx, { userId, kept: caller.sessionId, now, ...(isOne && { sessionNumber }) });
    if (isOne) found(ended > 0 ? ended : undefined);
    const call = isOne ? "POST Staff/EndSession/{userId}/{sessionNumber}" : "POST Staff/EndSessions/{userId}";
    const after = { "Sessions ended": ended };
    await recordAudit(
      tx,
      { userId: caller.userId, at: now },
      { call, kind: "staff", subjectId: userId, label, before: null, after },
    );
  });
}
