import { useQuery } from "@tanstack/react-query";
import { OneStockTake } from "#web/features/stock-take/one-stock-take.tsx";
import { stockTakeFilters, stockTakeQuery } from "#web/features/stock-take/stock-take-queries.ts";
import { scopeOf } from "#web/features/stock-take/stock-take-words.ts";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { ForRole } from "#web/lib/for-role.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useParams } from "#web/ui/router/router.tsx";

export function StockTakePage() {
  const id = Number(useParams()["id"]);
  const { data } = useQuery(stockTakeQuery(id));
  return (
    <Page
      heading={data ? `Stock-take #${id}: ${scopeOf(data)}` : "Stock-take"}
      back={<BackToList path={stockTakeFilters.path}>Back to Stock-takes</BackToList>}
      actions={
        <ForRole least="clerk">
          <HistoryLink kind="stock-take" subjectId={id} />
        </ForRole>
      }
    >
      <OneStockTake key={id} id={id} />
    </Page>
  );
}
