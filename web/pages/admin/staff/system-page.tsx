import { SystemOverview } from "#web/features/system/system-overview.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function SystemPage() {
  return (
    <Page
      heading="System"
      lead="Which version runs, on what, and what needs an administrator of the machine."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <SystemOverview />
    </Page>
  );
}
