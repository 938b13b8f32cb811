import { InspectionList } from "#web/features/circulation/inspection/inspection-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function InspectionPage() {
  return (
    <Page
      heading="Inspection"
      lead="Copies that are not lent until someone looked at them."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <InspectionList />
    </Page>
  );
}
