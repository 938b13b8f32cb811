import { StaffList } from "#web/people/staff/staff-list.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History, ListChecks } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function StaffPage() {
  return (
    <Page
      heading="Staff"
      lead="Who runs the library, and who is invited."
      actions={
        <>
          <ButtonLink to="/admin/settings" look="quiet" icon={<ListChecks size={18} />}>
            Settings
          </ButtonLink>
          <ButtonLink to="/admin/security" look="quiet" icon={<History size={18} />}>
            Security
          </ButtonLink>
        </>
      }
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <StaffList />
    </Page>
  );
}
