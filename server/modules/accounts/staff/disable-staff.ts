import { inTransaction } from "#server/platform/database.ts";
import { type AuditedAction, recordAudit } from "#server/platform/record-audit.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { voidReset } from "../reset/reset.queries.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import { findStaff, holdActiveStaff, setDisabled } from "./staff.queries.ts";

/**
 * Disables an account and ends its sessions at once. Nobody disables themselves, and only an active manager disables
 * another: so one always stays, even when two disable each other at the same moment.
 */
export async function disableStaff({ db, clock }: Parts, callerId: number, userId: number): Promise<void> {
  if (userId === callerId) throw new Refusal({ kind: "own-account" });
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    if (!(await holdActiveStaff(tx, callerId)).isManager) throw new HttpError(401);
    const { user_name: label, disabled_at } = found(await findStaff(tx, userId));
    if (disabled_at) return; // pressed twice
    // The account before its sessions: a login now waits, and then fails.
    await setDisabled(tx, userId, at);
    await revokeOtherSessions(tx, userId, null, at);
    await voidReset(tx, userId);
    await recordAudit(tx, { userId: callerId, at }, changeOf("POST Staff/Disable/{userId}", userId, label, true));
  });
}

export async function enableStaff({ db, clock }: Parts, callerId: number, userId: number): Promise<void> {
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    await holdActiveStaff(tx, callerId);
    const { user_name: label, disabled_at } = found(await findStaff(tx, userId));
    if (!disabled_at) return;
    await setDisabled(tx, userId, null);
    await recordAudit(tx, { userId: callerId, at }, changeOf("POST Staff/Enable/{userId}", userId, label, false));
  });
}

function changeOf(call: AuditedAction["call"], subjectId: number, label: string, isDisabled: boolean): AuditedAction {
  return { call, kind: "staff", subjectId, label, before: { Disabled: !isDisabled }, after: { Disabled: isDisabled } };
}
