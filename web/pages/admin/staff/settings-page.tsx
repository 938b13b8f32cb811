import { EditSettings } from "#web/features/settings/edit-settings.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function SettingsPage() {
  return (
    <Page
      heading="Settings"
      lead="How the library behaves. Changes hold within seconds."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <EditSettings />
    </Page>
  );
}
