import type { JobParts } from "#server/parts.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import { hour, type JobDefinition, minute } from "#server/platform/jobs/job.ts";
import { mediaUpkeep } from "#server/site/public.ts";
import { cleanUpCarts } from "./cart/cart.queries.ts";
import { endUnconfirmedOrders } from "./cancel.ts";
import { noticeJob, type WriteNotice } from "./notices/notices.ts";
import { writeReminders } from "./notices/reminders.ts";
import { cleanUpPhotos } from "./reports.ts";

/** `notices` are those of other nouns. */
export function orderJobs(parts: JobParts, notices: Record<string, WriteNotice>): JobDefinition[] {
  const { db, clock, configuration } = parts;
  return [
    noticeJob(parts, notices),
    { kind: "write-reminders", every: 10 * minute, run: ({ stopping }) => writeReminders(parts, stopping) },
    {
      kind: "end-unconfirmed-orders",
      every: minute,
      run: ({ stopping }) => endUnconfirmedOrders(parts, stopping),
    },
    { kind: "clean-up-carts", every: hour, run: () => cleanUpCarts(db, clock) },
    {
      kind: "clean-up-uploads",
      every: hour,
      run: async () => {
        await cleanUpPhotos(db, clock); // first, because it does not need the file store, which may be unreachable
        await mediaUpkeep.cleanUp(db, clock, openFileStore(configuration, parts.warnings));
      },
    },
  ];
}
