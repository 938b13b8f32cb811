import { useQuery } from "@tanstack/react-query";
import type { JobKind, StaffJobs } from "#contract/admin/jobs.ts";
import { call } from "#web/lib/call.ts";
import { TimeText } from "#web/lib/formats.tsx";
import { dataQuery } from "#web/lib/queries.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { CircleAlert, CircleCheck, Clock } from "#web/ui/icons.tsx";
import styles from "./system.module.css";

/** Lists the background jobs, with when they run and what failed. */
export function JobList() {
  return (
    <Fetched
      query={useQuery({ ...jobsQuery, refetchInterval: 30_000 })}
      what="the background jobs"
      skeleton={<SkeletonLines lines={10} />}
    >
      {(jobs) => (
        <div className={styles.jobs}>
          <Table caption="Background jobs" columns={columns} rows={jobs} rowKey={({ kind }) => kind} />
        </div>
      )}
    </Fetched>
  );
}

const jobsQuery = dataQuery(["jobs"], (context) => call("GET Job/GetJobs", {}, context), { staleTime: 0 });

const names: Record<JobKind, string> = {
  "send-mail": "Send email",
  "answer-reset-request": "Handle password resets",
  import: "Check and save imports",
  "undo-import": "Undo imports",
  "invite-borrowers": "Invite imported borrowers",
  "rewrite-search-words": "Update search for renamed subjects and grades",
  "count-loans": "Count the most borrowed titles",
  "write-reminders": "Write reminders",
  "write-notice": "Tell borrowers about orders and holds",
  "end-unconfirmed-orders": "Cancel unconfirmed orders",
  "advance-waitlists": "Advance waitlists",
  "watch-reservations": "Tell borrowers about orders that may miss their dates",
  "clean-up-mail": "Clean up old email",
  "clean-up-sessions": "Clean up expired sessions",
  "clean-up-sign-in-events": "Clean up the sign-in log",
  "anonymize-old-loans": "Anonymize old loans",
  "clean-up-carts": "Clean up unused carts",
  "clean-up-uploads": "Clean up unused uploads",
  "clean-up-mailing-list": "Clean up unconfirmed sign-ups",
  "clean-up-imports": "Clean up old import files",
  "clean-up-jobs": "Clean up finished jobs",
  "back-up": "Make the nightly backup",
  "back-up-now": "Make a requested backup",
  "test-restore": "Restore a backup as a test",
  "check-stock": "Check the stock",
  "follow-the-day": "Update reservations for the new day",
};

const columns: Column<StaffJobs>[] = [
  { head: "Job", names: true, cell: ({ kind }) => names[kind] },
  { head: "Last run", cell: ({ lastRunAt }) => <TimeText value={lastRunAt ?? ""} /> },
  { head: "Next run", cell: ({ nextRunAt }) => <TimeText value={nextRunAt ?? ""} /> },
  { head: "Status", cell: (jobs) => <State jobs={jobs} /> },
];

function State({ jobs: { waiting, running, dead, failures, trouble } }: { jobs: StaffJobs }) {
  return (
    <div className={styles.state}>
      {dead > 0 && (
        <Badge tone="danger" icon={<CircleAlert size={16} />}>
          {dead} failed
        </Badge>
      )}
      {running > 0 && (
        <Badge tone="info" icon={<Clock size={16} />}>
          Running
        </Badge>
      )}
      {trouble && <span>{`${failures === 1 ? "Failed once" : `Failed ${failures} times`}. ${trouble}`}</span>}
      {waiting > 1 && <span>{waiting} waiting</span>}
      {dead + running === 0 && !trouble && <Badge icon={<CircleCheck size={16} />}>OK</Badge>}
    </div>
  );
}
