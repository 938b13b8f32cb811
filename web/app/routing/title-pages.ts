import { categoriesQuery, gradesQuery, itemQuery, subjectsQuery } from "#web/catalog/catalog-queries.ts";
import { titleUseQuery } from "#web/orders/desk-queries.ts";
import {
  copyQuery,
  entryIdOf,
  inventory,
  labelCopies,
  labelCopiesQuery,
  nextSkuQuery,
  outOfStock,
  synonymGroupQuery,
  synonymGroups,
} from "#web/catalog/staff-catalog-queries.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { PageRow } from "./page-table.ts";
import { routeId } from "#web/lib/filters/address-filters.ts";

export const codes = (client: QueryClient) => [
  client.query(categoriesQuery),
  client.query(subjectsQuery),
  client.query(gradesQuery),
];

/** Makes the row of a staff page, whose address begins with "admin". */
export const staffPage = (
  path: string,
  page: PageRow["page"],
  more: Pick<PageRow, "role" | "preload"> = {},
): PageRow => ({ path: `admin/${path}`, guard: "admin", page, ...more });

/** Staff pages for titles, copies, labels, and synonyms. */
export const titlePages: readonly PageRow[] = [
  staffPage(
    "inventorylist",
    async () => (await import("#web/catalog/inventory-list-page.tsx")).AdminInventoryListPage,
    {
      role: "volunteer",
      preload: (client, place) => [
        ...codes(client),
        ...inventory.preload(client, place),
        ...(inventory.read(place.url.searchParams).shown === "" ? outOfStock.preload(client, place) : []),
      ],
    },
  ),
  // not ":id", because a non-numeric id adds an item
  staffPage("item/:itemId", async () => (await import("#web/catalog/editing/edit-item-page.tsx")).AdminEditItemPage, {
    preload: (client, { params }) => {
      const id = routeId(params["itemId"]);
      if (id === undefined) return [...codes(client), client.query(nextSkuQuery(0, 0))];
      return [...codes(client), client.query(itemQuery(String(id))), client.query(titleUseQuery(id))];
    },
  }),
  staffPage("viewitem/:id", async () => (await import("#web/catalog/editing/view-item-page.tsx")).AdminViewItemPage, {
    role: "volunteer",
    preload: (client, { params }) => [
      client.query(itemQuery(params["id"] ?? "")),
      client.query(titleUseQuery(Number(params["id"]))),
    ],
  }),
  staffPage("itemqrcode/:id", async () => (await import("#web/catalog/labels/item-qr-code-page.tsx")).ItemQrCodePage, {
    preload: (client, { params }) => [client.query(copyQuery(Number(params["id"])))],
  }),
  staffPage("labels", async () => (await import("#web/catalog/labels/labels-page.tsx")).LabelsPage, {
    preload: (client, { url }) => [client.query(labelCopiesQuery(labelCopies.read(url.searchParams)))],
  }),
  staffPage("synonyms", async () => (await import("#web/catalog/synonyms/synonyms-page.tsx")).SynonymsPage, {
    preload: synonymGroups.preload,
  }),
  // not ":id", because "add" adds synonyms
  staffPage(
    "synonyms/:entryId",
    async () => (await import("#web/catalog/synonyms/synonym-group-page.tsx")).SynonymGroupPage,
    {
      preload: (client, { params }) => {
        const id = entryIdOf(params["entryId"]) ?? 0;
        return id > 0 ? [client.query(synonymGroupQuery(id))] : [];
      },
    },
  ),
];
