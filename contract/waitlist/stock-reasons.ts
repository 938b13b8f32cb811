import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, pageNumber } from "#contract/wire/text.ts";

/**
 * Why nobody can order a copy right now, one reason per copy; `free` and `planned` copies are on the shelf. `missing`:
 * an inventory count didn't find the copy; `of-archived`: the title is no longer lent; `planned`: the copy is assigned
 * to an order of a title with reservations.
 */
export const copyReasons = [
  "out",
  "packed",
  "held",
  "inspection",
  "repair",
  "missing",
  "lost",
  "damaged",
  "retired",
  "inactive",
  "archived",
  "of-archived",
  "planned",
  "free",
] as const;
export type CopyReason = (typeof copyReasons)[number];

export const reasonsOnAPage = 20;

/**
 * Extension: returns the public availability of a title. `dueOn` and `lateSince` are due dates of loans that no earlier
 * order needs; `reserved` counts copies for orders and holds; `waiting` is the length of the waitlist.
 */
export const getAvailability = endpoint("GET Inventory/GetAvailability/{id}", {
  access: "anyone",
  params: { id },
  answer: {
    data: z.object({
      copies: z.number(),
      inStock: z.number(),
      dueOn: z.nullable(z.string()),
      lateSince: z.nullable(z.string()),
      reserved: z.number(),
      waiting: z.number(),
    }),
  },
});
export type Availability = z.output<(typeof getAvailability)["answer"]["data"]>;

/**
 * An unavailable copy. `shipOn` is the ship date of the order that the copy is planned for; `missingSince` is the day
 * when an inventory count didn't find the copy.
 */
const heldCopy = z.object({
  inventoryItemId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  reason: z.enum(copyReasons),
  orderId: z.nullable(z.number()),
  schoolName: z.string(),
  returnDate: z.nullable(z.string()),
  shipOn: z.nullable(z.string()),
  isLate: z.boolean(),
  isClaimedReturned: z.boolean(),
  missingSince: z.nullable(z.string()),
});
export type HeldCopy = z.output<typeof heldCopy>;

/**
 * Extension: explains the stock of a title. The stock is the number of `free` and `planned` copies minus `reserved`
 * (orders without dates) and `reservedSoon` (reservations within the next loan period), and at least zero. `orders` has
 * the first of `orderTotal` orders that need copies: those without dates, oldest first, then the next to ship. `copies`
 * is a page of the `total` unavailable copies.
 */
export const getStockReasons = endpoint("GET Inventory/GetStockReasons/{id}", {
  access: "volunteer",
  params: { id },
  query: z.object({ page: pageNumber }),
  answer: {
    data: z.object({
      inStock: z.number(),
      counts: z.array(z.object({ reason: z.enum(copyReasons), count: z.number() })),
      reserved: z.number(),
      reservedSoon: z.number(),
      orders: z.array(
        z.object({
          orderId: z.number(),
          schoolName: z.string(),
          quantity: z.number(),
          shipOn: z.nullable(z.string()),
        }),
      ),
      orderTotal: z.number(),
      copies: z.array(heldCopy),
    }),
    total: z.number(),
  },
});
export type StockReasons = z.output<(typeof getStockReasons)["answer"]["data"]>;
