import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import { deleteOldMails } from "./outbox.queries.ts";

const kept = 90 * 24 * 60 * 60 * 1000; // ms

/** Deletes mails that ended three months ago. To be called now and then. */
export async function sweepMails(db: Database, clock: Clock): Promise<void> {
  await deleteOldMails(db, new Date(clock.now().getTime() - kept));
}
