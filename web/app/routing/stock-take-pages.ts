import {
  listFilters,
  stockTakeFilters,
  stockTakeListQuery,
  stockTakeQuery,
  stockTakesQuery,
} from "#web/features/stock-take/stock-take-queries.ts";
import { type PageRow, staffPage } from "./page-table.ts";

/** The pages of stock-takes, among those of staff. */
export const stockTakePages: readonly PageRow[] = [
  staffPage(
    "stock-take",
    async () => (await import("#web/pages/admin/stock-take/stock-takes-page.tsx")).StockTakesPage,
    {
      role: "volunteer",
      preload: (client, { url }) => [client.query(stockTakesQuery(stockTakeFilters.read(url.searchParams)))],
    },
  ),
  staffPage(
    "stock-take/:id",
    async () => (await import("#web/pages/admin/stock-take/stock-take-page.tsx")).StockTakePage,
    {
      role: "volunteer",
      preload: (client, { params, url }) => {
        const id = Number(params["id"]);
        return [
          client.query(stockTakeQuery(id)),
          client.query(stockTakeListQuery(id, listFilters.read(url.searchParams))),
        ];
      },
    },
  ),
  {
    path: "admin/stock-take/offline/:id",
    guard: "offline",
    page: async () => (await import("#web/pages/admin/stock-take/offline-page.tsx")).OfflinePage,
  },
];
