import { AuditList } from "#web/features/audit/audit-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function AuditPage() {
  return (
    <Page
      heading="Audit"
      lead="Staff changes, newest first."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <AuditList />
    </Page>
  );
}
