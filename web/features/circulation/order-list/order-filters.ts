import { statuses } from "#contract/codes.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { dayField } from "#web/lib/filters/day-range.ts";

/** The filters of the admin's order list; statusId 0 means all, an empty day means no bound. */
export type OrderFilters = { statusId: number; startDate: string; endDate: string; page: number };

/** Rows per page. */
export const orderPageSize = 10;

/** The filters of admin/orderlist. */
export const orderFilters = addressFilters<OrderFilters>("/admin/orderlist", {
  statusId: choiceField<number>("status", statuses.undefined, Object.values(statuses)),
  startDate: dayField("from"),
  endDate: dayField("to"),
  page: pageField(),
});
