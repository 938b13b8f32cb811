import { EditReminderSteps } from "#web/orders/edit-reminder-steps.tsx";
import { MailList } from "./mail-list.tsx";
import type { JobKind, StaffJobs } from "#contract/admin/jobs.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { CircleAlert, CircleCheck, Clock } from "#web/ui/icons.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { type MailKind, mailNames } from "#contract/admin/mail.ts";
import styles from "./mail.module.css";
import { mailKindsQuery } from "./mails.ts";
import { whenSent } from "#web/site/when-sent.ts";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { ForRole } from "#web/lib/session.ts";
import { TimeText } from "#web/lib/formats.tsx";

export function MailPage() {
  return (
    <Page heading="Mail" lead="Emails to borrowers and their status.">
      <MailList />
      <ForRole least="manager">
        <MailKinds />
        <EditReminderSteps />
        <JobList />
      </ForRole>
    </Page>
  );
}

// a component of its own, because only managers may make its call
function MailKinds() {
  return (
    <Card heading="Which emails we send">
      <p>
        You can add your own paragraphs to each email under <Link to="/admin/sitecontent/mail">Mail texts</Link>.
      </p>
      <Fetched query={useQuery(mailKindsQuery)} what="the types of email" skeleton={<SkeletonLines lines={7} />}>
        {(kinds) => (
          <div className={styles.kinds}>
            {kinds.map((kind) => (
              <Kind key={kind.kind} {...kind} />
            ))}
          </div>
        )}
      </Fetched>
    </Card>
  );
}

function JobList() {
  return (
    <Card heading="Background jobs">
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
    </Card>
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

function Kind({ kind, isOn }: { kind: MailKind; isOn: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async (turnOn: boolean) =>
      (await call("POST Mail/SwitchKind/{kind}/{isOn}", { params: { kind, isOn: turnOn } })).data,
    onSuccess: (kinds) => client.setQueryData(mailKindsQuery.queryKey, kinds),
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return (
    <CheckboxField
      name={`kind-${kind}`}
      label={mailNames[kind]}
      hint={whenSent[kind]}
      checked={change.isPending ? change.variables : isOn}
      aria-busy={change.isPending || undefined}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.checked);
      }}
    />
  );
}
