import * as z from "zod/mini";
import { orderSummary } from "#contract/circulation.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, flag, idOrAll, nameOrAll, pageNumber, pageSize, text } from "#contract/wire/text.ts";

/**
 * The orders of a list: the newest first, the oldest first, those that are due first, or those that must leave first: an order
 * by teaching days leaves by its day, one for now on the day it was ordered, and what has left comes last.
 */
export const orderSorts = ["newest", "oldest", "due", "leaves"] as const;
export type OrderSort = (typeof orderSorts)[number];

/**
 * What orders want of staff: those that lack copies and those that have all, those that are out by their day, those partly back,
 * those of which something was reported, and those by teaching days that no copy is free for anymore.
 */
export const orderWorks = [
  "to-pack",
  "to-ship",
  "due-this-week",
  "overdue-1-7",
  "overdue-8-30",
  "overdue-31",
  "incomplete",
  "reported",
  "at-risk",
] as const;
export type OrderWork = (typeof orderWorks)[number];

/**
 * What staff look for. Each word of `searchString` begins a word of the borrower, the school, the email address or a title, or
 * a SKU; or it is as a whole the number of the order or the beginning of a tracking number of its parcel, out or back. All days
 * are inclusive; those of the order are in the site's time zone.
 */
const search = {
  searchString: z._default(text(), ""),
  school: z._default(text(), ""),
  statusId: z._default(idOrAll, 0),
  isOverdue: z._default(flag, false),
  work: z._default(nameOrAll(orderWorks, `must be one of ${orderWorks.join(", ")}`), ""),
  startDate: dayOrNothing,
  endDate: dayOrNothing,
  shippedFrom: dayOrNothing,
  shippedTo: dayOrNothing,
  dueFrom: dayOrNothing,
  dueTo: dayOrNothing,
  sort: z._default(nameOrAll(orderSorts, `must be one of ${orderSorts.join(", ")}`), ""),
};

/** Orders by teaching days are packed from so many days on before they leave. */
export const packedAhead = 7;

/** How far the orders of a search are counted. */
export const mostCounted = 10_000;

/** Extension: a page of the orders that match all of it, with how many there are; `isMore`, when they are more than were counted. */
export const searchOrders = endpoint("GET Desk/SearchOrders", {
  access: "volunteer",
  query: z.object({ ...search, page: pageNumber, pageSize }),
  answer: { data: z.array(orderSummary), total: z.number(), isMore: z.boolean() },
});

/** Extension: all of them as a CSV, in the same order. */
export const ordersCsv = endpoint("GET Desk/OrdersCsv", {
  access: "clerk",
  query: z.object(search),
  file: "text/csv",
});

/**
 * Extension: how much there is to do, each number as its list counts it: orders by what they want of staff, open cases,
 * copies in inspection and on the hold shelf, and titles with few copies or none in stock, or whose stock is not what its rows say.
 */
export const getWork = endpoint("GET Desk/GetWork", {
  access: "volunteer",
  answer: {
    data: z.object({
      orders: z.array(z.object({ work: z.enum(orderWorks), count: z.number() })),
      openCases: z.number(),
      inInspection: z.number(),
      held: z.number(),
      lowStock: z.number(),
      outOfStock: z.number(),
      wrongStock: z.number(),
    }),
  },
});
