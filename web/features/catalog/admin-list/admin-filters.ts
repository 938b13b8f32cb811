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

/** The anchor of the second list. */
export const outOfStockAnchor = "out-of-stock";

/** The filters of admin/inventorylist. */
export const adminFilters = addressFilters<AdminFilters>("/admin/inventorylist", {
  text: textField("q"),
  category: codeField("category"),
  subject: codeField("subject"),
  grade: codeField("grade"),
  inStockPage: pageField(),
  outOfStockPage: pageField("outpage"),
});
