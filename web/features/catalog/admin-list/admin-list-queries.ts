import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Item } from "#contract/catalog.ts";
import type { CopyCounts } from "#contract/titles/archive.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, codeField, pageField, textField } from "#web/lib/filters/address-filters.ts";

export type AdminFilters = {
  text: string;
  category: number;
  subject: number;
  grade: number;
  /** The archived titles instead of the others, or those with few copies left. */
  shown: "" | "archived" | "low";
  inStockPage: number;
  outOfStockPage: number;
};

export const adminFilters = addressFilters<AdminFilters>("/admin/inventorylist", {
  text: textField("q"),
  category: codeField("category"),
  subject: codeField("subject"),
  grade: codeField("grade"),
  shown: choiceField<AdminFilters["shown"]>("show", "", ["archived", "low"]),
  inStockPage: pageField(),
  outOfStockPage: pageField("outpage"),
});

export const adminPageSizes = { in: 10, out: 5 } as const;

export function adminListQuery(stock: "in" | "out", filters: AdminFilters) {
  const { text, category, subject, grade, inStockPage, outOfStockPage } = filters;
  const query = {
    searchString: text,
    categoryId: category,
    subjectId: subject,
    gradeId: grade,
    inStockOnly: stock === "in",
    outOfStockOnly: stock === "out",
    page: stock === "in" ? inStockPage : outOfStockPage,
    pageSize: adminPageSizes[stock],
  };
  return queryOptions({
    queryKey: ["catalog", "admin list", query],
    queryFn: async ({ signal }) => {
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return stock === "in"
        ? { items: await counted(data.searchInStockResults, signal), total: data.inStockTotal }
        : { items: await counted(data.searchOutOfStockResults, signal), total: data.outOfStockTotal };
    },
    placeholderData: keepPreviousData,
  });
}

export function otherListQuery(shown: "archived" | "low", filters: AdminFilters) {
  const { text, category, subject, grade, inStockPage } = filters;
  const query = {
    searchString: text,
    categoryId: category,
    subjectId: subject,
    gradeId: grade,
    page: inStockPage,
    pageSize: adminPageSizes.in,
  };
  return queryOptions({
    queryKey: ["catalog", shown, query],
    queryFn: async ({ signal }) => {
      const asked = shown === "low" ? "GET Inventory/GetLowStock" : "GET Inventory/GetArchived";
      const { data, total } = await call(asked, { query }, { signal });
      return { items: await counted(data, signal), total };
    },
    placeholderData: keepPreviousData,
  });
}

export type CountedItem = Item & { counts: CopyCounts | undefined };

async function counted(items: readonly Item[], signal: AbortSignal): Promise<CountedItem[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ inventoryId }) => inventoryId).join(",");
  const { data } = await call("GET Inventory/GetCopyCounts", { query: { ids } }, { signal });
  const counts = new Map(data.map((each) => [each.inventoryId, each]));
  return items.map((item) => ({ ...item, counts: counts.get(item.inventoryId) }));
}
