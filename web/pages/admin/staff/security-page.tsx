import { SecurityList } from "#web/features/audit/security/security-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function SecurityPage() {
  return (
    <Page
      heading="Security"
      lead="Logins, refusals, and changes of accounts, newest first. Repeats within a minute share a row."
      back={<BackLink to="/admin/staff">Staff</BackLink>}
    >
      <SecurityList />
    </Page>
  );
}
