import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, id } from "#contract/wire/text.ts";
import { code, several } from "../catalog/facets.ts";

/** Of so many titles at once: a page of a list, or a cart. */
export const titlesAtOnce = 100;

const someDays = z.object({ from: z.string(), to: z.string() });

/** How many copies are free for teaching days; when none is, the nearest days, as many, for which one is. */
const titleOnDays = z.object({
  inventoryId: z.number(),
  free: z.number(),
  before: z.nullable(someDays),
  next: z.nullable(someDays),
});
export type TitleOnDays = z.output<typeof titleOnDays>;

/**
 * Extension: what titles (`ids`, with | between them) have for teaching days; one day alone is both. Refused as SaveOrder would.
 * Without days the list is empty, and a title that is not there is not in it. Nothing is kept for anybody until an order.
 */
export const getTitlesOnDays = endpoint("GET Inventory/GetTitlesOnDays", {
  access: "anyone",
  query: z.object({
    ids: several(code, titlesAtOnce),
    teachFrom: z.optional(dayOrNothing),
    teachTo: z.optional(dayOrNothing),
  }),
  answer: { data: z.array(titleOnDays) },
});

/**
 * Extension: with how many copies of a title one can teach on each day of two months, the month of `from` (this one without it)
 * and the next; null on days that nobody can order for. Those are `earliest` to `latest`.
 */
export const getFreeDays = endpoint("GET Inventory/GetFreeDays/{id}", {
  access: "anyone",
  params: { id },
  query: z.object({ from: z.optional(dayOrNothing) }),
  answer: {
    data: z.object({
      from: z.string(),
      free: z.array(z.nullable(z.number())),
      earliest: z.string(),
      latest: z.string(),
    }),
  },
});
export type FreeDays = z.output<(typeof getFreeDays)["answer"]["data"]>;
