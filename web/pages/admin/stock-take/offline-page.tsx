import { useState } from "react";
import { CountOffline } from "#web/features/stock-take/count-offline.tsx";
import { stockTakeFilters } from "#web/features/stock-take/stock-take-queries.ts";
import { keptOffline } from "#web/lib/offline/kept-offline.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";

/** admin/stock-take/offline/{id}: where a stock-take leads without a network */
export function OfflinePage() {
  const id = Number(useParams()["id"]);
  const [kept] = useState(() => keptOffline(id));
  if (!kept) {
    return (
      <Page heading="Stock-take">
        <EmptyState
          title="This stock-take does not open without a network in this browser."
          actions={<ButtonLink to={stockTakeFilters.path}>Stock-takes</ButtonLink>}
        >
          Open it once with a network.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page heading={`Stock-take #${id}: ${kept.scope}`} lead="Without a network">
      <CountOffline id={id} userId={kept.userId} />
    </Page>
  );
}
