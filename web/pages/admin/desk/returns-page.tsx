import { ReturnDesk } from "#web/features/circulation/returns/return-desk.tsx";
import { DeskScanner } from "#web/features/labels/scan/desk-scanner.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** admin/returns; `order` in the address shows its parcel */
export function ReturnsPage() {
  return (
    <Page
      heading="Returns"
      lead="Scan what came back. Each copy is checked in at once."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <ReturnDesk scan={(props) => <DeskScanner {...props} />} />
    </Page>
  );
}
