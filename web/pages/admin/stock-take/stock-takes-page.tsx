import { useQuery } from "@tanstack/react-query";
import { subjectsQuery } from "#web/features/catalog/catalog-queries.ts";
import { StartStockTake } from "#web/features/stock-take/start-stock-take.tsx";
import { StockTakeList } from "#web/features/stock-take/stock-take-list.tsx";
import { useMay } from "#web/lib/session.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function StockTakesPage() {
  return (
    <Page
      heading="Stock-take"
      lead="Compares what is on the shelves with what should be there."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      {useMay("clerk") && <Start />}
      <StockTakeList />
    </Page>
  );
}

function Start() {
  return <StartStockTake subjects={useQuery(subjectsQuery).data ?? []} />;
}
