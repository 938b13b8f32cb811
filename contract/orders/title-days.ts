import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, id } from "#contract/wire/text.ts";
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
 * Extension: returns how many copies of a title are available on each day of two months, starting with the month of
 * `from` or the current month. The number is null outside `earliest` to `latest`, the dates that borrowers can order
 * for.
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
