import { order } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, id, text } from "#contract/wire/text.ts";
import * as z from "zod/mini";

const token = text(limits.line);

/** When an order that is out left, and when it came (null: nobody said). Days are YYYY-MM-DD; `today` is the library's. */
const arrival = z.object({
  orderId: z.number(),
  shipDate: z.nullable(z.string()),
  arrivedOn: z.nullable(z.string()),
  today: z.string(),
});
export type Arrival = z.output<typeof arrival>;

/** Extension: what the link of an email asks about, without a login. It names one order; opening it changes nothing. */
export const getArrival = endpoint("GET Arrivals/GetArrival/{token}", {
  access: "anyone",
  params: { token },
  answer: { data: arrival },
});

export const arrivalRules = z.object({ arrivedOn: z.string(ownMessages.dateRequired) });

/** Extension: by that link, the order came on a day. Said again, it replaces what was said. */
export const sayArrived = endpoint("POST Arrivals/SayArrived", {
  access: "anyone",
  body: z.object({ token, arrivedOn: dayOrNothing }),
  rules: arrivalRules,
  answer: { data: arrival },
});

/** Extension: its borrower says that a shipped order came, and when. */
export const sayOwnArrived = endpoint("POST Order/SayArrived/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ arrivedOn: dayOrNothing }),
  rules: arrivalRules,
  answer: { data: order },
});

/** Of so many parcels the days are known before they count; of more, the last ones do. */
export const parcelsThatCount = { least: 5, most: 20 } as const;

const post = z.object({
  /** The median, in business days; null while nothing is known. */
  days: z.nullable(z.number()),
  parcels: z.number(),
});

/**
 * Extension: how long parcels took to the schools of each region (the first three digits of their ZIP code), and back. Orders by
 * teaching days count with these where `parcelsThatCount.least` are known, else with the settings, `leadDays` and `trailDays`.
 */
export const getPostDays = endpoint("GET Arrivals/GetPostDays", {
  access: "clerk",
  answer: {
    data: z.object({
      leadDays: z.number(),
      trailDays: z.number(),
      regions: z.array(z.object({ region: z.string(), out: post, back: post })),
    }),
  },
});
export type PostDays = z.output<(typeof getPostDays)["answer"]["data"]>;
