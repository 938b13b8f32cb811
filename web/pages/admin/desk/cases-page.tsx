import { CaseList } from "#web/features/circulation/cases/case-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function CasesPage() {
  return (
    <Page
      heading="Cases"
      lead="Copies that are lost, claimed returned, damaged, or incomplete."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <CaseList />
    </Page>
  );
}
