import { HoldShelf } from "#web/features/circulation/queue/hold-shelf.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function HoldsPage() {
  return (
    <Page
      heading="Hold shelf"
      lead="Copies that came back for the next in line: not to be shelved, and nobody else can have them."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <HoldShelf />
    </Page>
  );
}
