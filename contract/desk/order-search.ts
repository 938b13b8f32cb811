import * as z from "zod/mini";
import { orderSummary } from "#contract/circulation.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, flag, idOrAll, nameOrAll, pageNumber, pageSize, text } from "#contract/wire/text.ts";

/** The orders of a list: the newest first, the oldest first, or those that are due first. */
export const orderSorts = ["newest", "oldest", "due"] as const;
export type OrderSort = (typeof orderSorts)[number];

/**
 * What staff look for. Each word of `searchString` begins a word of the borrower, the school, the email address or a title, or
 * a SKU; or it is as a whole the number of the order or the beginning of its tracking number. All days are inclusive; those
 * of the order are in the site's time zone.
 */
const search = {
  searchString: z._default(text(), ""),
  school: z._default(text(), ""),
  statusId: z._default(idOrAll, 0),
  isOverdue: z._default(flag, false),
  startDate: dayOrNothing,
  endDate: dayOrNothing,
  shippedFrom: dayOrNothing,
  shippedTo: dayOrNothing,
  dueFrom: dayOrNothing,
  dueTo: dayOrNothing,
  sort: z._default(nameOrAll(orderSorts, `must be one of ${orderSorts.join(", ")}`), ""),
};

/** How far the orders of a search are counted. */
export const mostCounted = 10_000;

/** Extension: a page of the orders that match all of it, with how many there are; `isMore`, when they are more than were counted. */
export const searchOrders = endpoint("GET Desk/SearchOrders", {
  access: "admin",
  query: z.object({ ...search, page: pageNumber, pageSize }),
  answer: { data: z.array(orderSummary), total: z.number(), isMore: z.boolean() },
});

/** Extension: all of them as a CSV, in the same order. */
export const ordersCsv = endpoint("GET Desk/OrdersCsv", {
  access: "admin",
  query: z.object(search),
  file: "text/csv",
});
