import type { JobParts } from "#server/parts.ts";
import { type JobDefinition, minute } from "#server/platform/jobs/job.ts";
import { readClosedDays } from "#server/site/public.ts";
import { watchReservations } from "./reservations/watch-reservations.ts";
import { advanceWaitlists } from "./waitlist.ts";

export { waitlistNotices } from "./waitlist-mail.ts";

export function waitlistJobs(parts: JobParts): JobDefinition[] {
  const closedDays = () => readClosedDays(parts.readContent);
  return [
    { kind: "advance-waitlists", every: minute, run: ({ stopping }) => advanceWaitlists(parts.db, stopping) },
    {
      kind: "watch-reservations",
      every: minute,
      run: ({ stopping }) => watchReservations({ ...parts, closedDays }, stopping),
    },
  ];
}
