import { ForRole } from "#web/lib/for-role.tsx";
import { EditReminderSteps } from "#web/features/circulation/reminders/edit-reminder-steps.tsx";
import { JobList } from "#web/features/jobs/job-list.tsx";
import { MailKinds } from "#web/features/mail/mail-kinds.tsx";
import { MailList } from "#web/features/mail/mail-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function MailPage() {
  return (
    <Page
      heading="Mail"
      lead="Emails to borrowers and their status."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <MailList />
      <ForRole least="manager">
        <MailKinds />
        <EditReminderSteps />
        <JobList />
      </ForRole>
    </Page>
  );
}
