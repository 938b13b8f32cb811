import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "../database.ts";

/** Why nothing is sent: when a backup was restored, and when it had been made; undefined: what is written is sent. */
export type MailHold = { heldAt: Date; backupAt: Date };

export async function mailHold(db: Database): Promise<MailHold | undefined> {
  const held = await db.selectFrom("mail_hold").select(["held_at", "backup_at"]).executeTakeFirst();
  return held && { heldAt: held.held_at, backupAt: held.backup_at };
}

/** Lets the library send again, now; returns how many emails wait, or undefined when nothing was held. */
export function releaseMail(db: Database, audit: (tx: Transaction) => Promise<void> = async () => {}) {
  return inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("mail_hold").executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    const due = await sql`
      update jobs set run_at = now(), trouble = '' where kind = 'send-mail' and state = 'waiting' and lease is null`.execute(
      tx,
    );
    await audit(tx);
    return Number(due.numAffectedRows ?? 0);
  });
}
