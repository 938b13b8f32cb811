import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, idsUpTo } from "#contract/wire/text.ts";

const most = 100;

/**
 * Copies of a title without the archived: all, those inactive, out with borrowers, and promised: packed, to be packed, or held for the next
 * in line. `later`: what orders by teaching days wait for that are not to be packed yet.
 */
export const copyCounts = z.object({
  inventoryId: z.number(),
  total: z.number(),
  inactive: z.number(),
  out: z.number(),
  promised: z.number(),
  later: z.number(),
});
export type CopyCounts = z.output<typeof copyCounts>;

/** Extension: the counts of up to a hundred titles, by their ids with commas; unknown ones are left out. */
export const getCopyCounts = endpoint("GET Inventory/GetCopyCounts", {
  access: "volunteer",
  query: z.object({
    ids: idsUpTo(most),
  }),
  answer: { data: z.array(copyCounts) },
});

export const titleHolder = z.object({
  orderId: z.number(),
  statusId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  returnDate: z.nullable(z.string()),
  out: z.number(),
  promised: z.number(),
  later: z.number(),
  /** Of an order by teaching days. */
  leavesOn: z.nullable(z.string()),
});
export type TitleHolder = z.output<typeof titleHolder>;

/** A copy that is held for the next in line, told of or not yet. */
const titleHold = z.object({
  inventoryItemId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});
export type TitleHold = z.output<typeof titleHold>;

/**
 * Extension: the counts of a title, and who they are: orders that have its copies or wait for some, `total` of them, and who has a
 * copy held, `holdTotal` of them. The orders' `out`, `promised` and `later`, with one promised for each hold, add up to the counts.
 */
export const getTitleUse = endpoint("GET Inventory/GetUse/{id}", {
  access: "volunteer",
  params: { id },
  answer: {
    data: z.extend(copyCounts, { orders: z.array(titleHolder), holds: z.array(titleHold), holdTotal: z.number() }),
    total: z.number(),
  },
});
export type TitleUse = z.output<(typeof getTitleUse)["answer"]["data"]>;
