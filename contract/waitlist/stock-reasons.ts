import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, pageNumber } from "#contract/wire/text.ts";

/**
 * Why a copy cannot be ordered now, each copy for one reason; `free` and `planned` are on the shelf. Missing: a inventory count did
 * not find it. `of-archived`: on the shelf, of a title that is no longer lent. `planned`: for an order, of a title that has
 * orders with teaching days.
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
 * Extension: why a title is out of stock, without anybody's name: copies that the library lends; the day when the next one
 * that is not promised should be back; since when one is late, for which a borrower could wait; quantity promised to orders and
 * held for those in line; how many wait in line.
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
      promised: z.number(),
      waiting: z.number(),
    }),
  },
});
export type Availability = z.output<(typeof getAvailability)["answer"]["data"]>;

/**
 * A copy and its reason: with, or planned for, which order and school, or held for which one; until when it is out; when it
 * leaves for the order it is planned for; since when a inventory count misses it.
 */
const heldCopy = z.object({
  inventoryItemId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  reason: z.enum(copyReasons),
  orderId: z.nullable(z.number()),
  schoolName: z.string(),
  returnDate: z.nullable(z.string()),
  leavesOn: z.nullable(z.string()),
  isLate: z.boolean(),
  isClaimedReturned: z.boolean(),
  missingSince: z.nullable(z.string()),
});
export type HeldCopy = z.output<typeof heldCopy>;

/**
 * Extension: how the stock of a title adds up, from the rows it is counted from. `counts` has each reason that copies have;
 * in stock are the free and planned ones less `promised` to orders for now and `bookedSoon`, never below zero. `bookedSoon`: how
 * many of them orders with days take before a usual loan would be over. `orders` are the first that wait for copies, of
 * `orderTotal`: those for now, oldest first, then by the day on which they leave; `copies` is a page of those not free, of `total`.
 */
export const getStockReasons = endpoint("GET Inventory/GetStockReasons/{id}", {
  access: "volunteer",
  params: { id },
  query: z.object({ page: pageNumber }),
  answer: {
    data: z.object({
      inStock: z.number(),
      counts: z.array(z.object({ reason: z.enum(copyReasons), count: z.number() })),
      promised: z.number(),
      bookedSoon: z.number(),
      orders: z.array(
        z.object({
          orderId: z.number(),
          schoolName: z.string(),
          quantity: z.number(),
          leavesOn: z.nullable(z.string()),
        }),
      ),
      orderTotal: z.number(),
      copies: z.array(heldCopy),
    }),
    total: z.number(),
  },
});
export type StockReasons = z.output<(typeof getStockReasons)["answer"]["data"]>;
