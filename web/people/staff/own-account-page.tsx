import { OwnAccountCards } from "#web/people/staff/own-account.tsx";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function OwnAccountPage() {
  const least = useSiteConfiguration()?.passwordMinLength ?? 8;
  return (
    <Page heading="Your account" back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}>
      <OwnAccountCards passwordMinLength={least} />
    </Page>
  );
}
