import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { addressFilters, codeField, pageField, textField } from "#web/lib/filters/address-filters.ts";

/** The filters of the admin's inventory list. Codes of 0 mean all; each of the two lists has its own page. */
export type AdminFilters = {
  text: string;
  category: number;
  subject: number;
  grade: number;
  inStockPage: number;
  outOfStockPage: number;
};

export const adminFilters = addressFilters<AdminFilters>("/admin/inventorylist", {
  text: textField("q"),
  category: codeField("category"),
  subject: codeField("subject"),
  grade: codeField("grade"),
  inStockPage: pageField(),
  outOfStockPage: pageField("outpage"),
});

/** Rows per page in the in-stock and the out-of-stock list. */
export const adminPageSizes = { in: 10, out: 5 } as const;

/** One page of one of the lists, with both totals. */
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
        ? { items: data.searchInStockResults, total: data.inStockTotal }
        : { items: data.searchOutOfStockResults, total: data.outOfStockTotal };
    },
    placeholderData: keepPreviousData,
  });
}
