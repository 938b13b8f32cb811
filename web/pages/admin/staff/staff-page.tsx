import { StaffList } from "#web/features/accounts/staff/staff-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function StaffPage() {
  return (
    <Page
      heading="Staff"
      lead="Who runs the library, and who is invited."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <StaffList />
    </Page>
  );
}
