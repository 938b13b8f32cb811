import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import { deleteOldMails, wipeExpiredMails } from "./outbox.queries.ts";

const kept = 90 * 24 * 60 * 60 * 1000; // ms

/** Deletes the content of mails whose links have expired, and mails that ended three months ago. */
export async function cleanUpMail(db: Database, clock: Clock): Promise<void> {
  await wipeExpiredMails(db, clock.now());
  await deleteOldMails(db, new Date(clock.now().getTime() - kept));
}
