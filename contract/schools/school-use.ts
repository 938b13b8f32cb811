import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, pageNumber } from "#contract/wire/text.ts";

/** What orders are counted by, of the state's directory. */
export const countedBy = ["county", "district", "school"] as const;
export type CountedBy = (typeof countedBy)[number];

export const useOnAPage = 20;

/** Of a county `district` and `school` are empty, of a district `school`; all are, where an order's school is not in the directory. */
const schoolUse = z.object({
  county: z.string(),
  district: z.string(),
  school: z.string(),
  /** Who ordered, as far as they are known still. */
  borrowers: z.number(),
  orders: z.number(),
  /** Ordered with them. */
  copies: z.number(),
});
export type SchoolUse = z.output<typeof schoolUse>;

const asked = {
  by: z._default(z.enum(countedBy), "county"),
  /** The days on which they were placed, both inclusive. */
  startDate: dayOrNothing,
  endDate: dayOrNothing,
};

/**
 * Extension: orders that were not canceled by where they were sent, most orders first; also those whose borrowers are forgotten. The
 * school is the one that its name on the order means in the directory as it is now.
 */
export const getSchoolUse = endpoint("GET Schools/GetUse", {
  access: "clerk",
  query: z.object({ ...asked, page: pageNumber }),
  answer: { data: z.array(schoolUse), total: z.number() },
});

/** Extension: all of them as a CSV, in the same order. */
export const schoolUseCsv = endpoint("GET Schools/UseCsv", {
  access: "clerk",
  query: z.object(asked),
  file: "text/csv",
});
