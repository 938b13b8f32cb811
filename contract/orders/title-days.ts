import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing } from "#contract/wire/text.ts";
import { code, several } from "../catalog/facets.ts";

/** Enough for a page of a list or for a cart. */
export const maxTitles = 100;

const someDays = z.object({ from: z.string(), to: z.string() });

/**
 * The number of copies available for teaching dates. If there are none, also the nearest dates of the same length that
 * have one.
 */
const titleOnDays = z.object({
  inventoryId: z.number(),
  free: z.number(),
  before: z.nullable(someDays),
  next: z.nullable(someDays),
});
export type TitleOnDays = z.output<typeof titleOnDays>;

/**
 * Extension: returns the availability of titles (`ids`, separated by |) for teaching dates. A single date counts as
 * both. Rejects the dates that SaveOrder rejects. Returns an empty list without dates, and skips unknown titles.
 * Availability isn't a reservation: only an order reserves copies.
 */
export const getTitlesOnDays = endpoint("GET Inventory/GetTitlesOnDays", {
  access: "anyone",
  query: z.object({
    ids: several(code, maxTitles),
    teachFrom: z.optional(dayOrNothing),
    teachTo: z.optional(dayOrNothing),
  }),
  answer: { data: z.array(titleOnDays) },
});

/**
 * Extension: returns the dates open for orders, `earliest` to `latest`, and how many copies of these titles (`ids`,
 * separated by |) are available on each day of two months, starting with the month of `from` or of `earliest`. The
 * number is null for other days. Skips unknown titles.
 */
export const getFreeDays = endpoint("GET Inventory/GetFreeDays", {
  access: "anyone",
  query: z.object({ ids: several(code, maxTitles), from: z.optional(dayOrNothing) }),
  answer: {
    data: z.object({
      from: z.string(),
      earliest: z.string(),
      latest: z.string(),
      titles: z.array(z.object({ inventoryId: z.number(), free: z.array(z.nullable(z.number())) })),
    }),
  },
});
export type FreeDays = z.output<(typeof getFreeDays)["answer"]["data"]>;
