import { RiskList } from "#web/features/circulation/promises/risk-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function AtRiskPage() {
  return (
    <Page
      heading="Promised days at risk"
      lead="Orders that miss a copy, and what would help. What leaves first is at the top."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <RiskList />
    </Page>
  );
}
