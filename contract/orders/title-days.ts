import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, id } from "#contract/wire/text.ts";
import { code, several } from "../catalog/facets.ts";

/** Enough for a page of a list, or a cart. */
export const maxTitles = 100;

const someDays = z.object({ from: z.string(), to: z.string() });

/** The copies available for teaching dates; if none, the nearest dates of the same length with one. */
const titleOnDays = z.object({
  inventoryId: z.number(),
  free: z.number(),
  before: z.nullable(someDays),
  next: z.nullable(someDays),
});
export type TitleOnDays = z.output<typeof titleOnDays>;

/**
 * Extension: returns the availability of titles (`ids`, separated by |) for teaching dates. One date alone is both. Rejects
 * the dates that SaveOrder would. Empty without dates; unknown titles are left out. Only an order reserves copies.
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
 * Extension: returns how many copies of a title are available on each day of two months, from the month of `from` or the
 * current one. Null outside `earliest` to `latest`, the range of dates that can be ordered.
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
