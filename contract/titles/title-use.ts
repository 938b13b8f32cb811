import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

const most = 100;

/** Copies of a title without the archived: all, those inactive, out with borrowers, and promised: requested or packed. */
export const copyCounts = z.object({
  inventoryId: z.number(),
  total: z.number(),
  inactive: z.number(),
  out: z.number(),
  promised: z.number(),
});
export type CopyCounts = z.output<typeof copyCounts>;

/** Extension: the counts of up to a hundred titles, by their ids with commas; unknown ones are left out. */
export const getCopyCounts = endpoint("GET Inventory/GetCopyCounts", {
  access: "volunteer",
  query: z.object({
    ids: z.pipe(
      z.transform((ids: string | undefined): (string | number)[] => (ids ? String(ids).split(",") : [])),
      z.array(id).check(z.maxLength(most, `cannot be more than ${most}`)),
    ),
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
});
export type TitleHolder = z.output<typeof titleHolder>;

/** Extension: the counts of a title, and who has its copies or was promised some; `total` counts these orders. */
export const getTitleUse = endpoint("GET Inventory/GetUse/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: z.extend(copyCounts, { orders: z.array(titleHolder) }), total: z.number() },
});
export type TitleUse = z.output<(typeof getTitleUse)["answer"]["data"]>;
